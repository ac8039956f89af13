import { type InvitationResult, invitations } from '@basalt/contract/organization/invitations'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { type FormState, useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { addressProblem, type ParsedAddresses, parseAddresses } from './addresses.ts'
import { AssignmentFields } from './AssignmentFields.tsx'
import { invitationsQuery, membersQuery, refreshTeam } from './queries.ts'
import { getAssignment, emptyDraft, type RoleDraft } from './role-choices.ts'

/** Unsent input; the page keeps it, so that closing the dialog by mistake loses nothing. */
export type InviteDraft = { text: string; role: RoleDraft }

export const emptyInvite: InviteDraft = { text: '', role: emptyDraft }

type Props = {
  organization: Organization
  draft: InviteDraft
  onChange: (draft: InviteDraft) => void
  onClose: () => void
}

export function InviteDialog(props: Props) {
  const { organization, onClose } = props
  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Invite people to ${organization.name}`}
      description="Each person gets an email with a link that is valid for 24 hours."
      onClose={onClose}
    >
      <Panel failure="The form could not be loaded">
        <InviteForm {...props} />
      </Panel>
    </Dialog>
  )
}

function InviteForm({ organization, draft, onChange, onClose }: Props) {
  const { slug } = organization
  const { data: members } = useSuspenseQuery(membersQuery(slug))
  const { data: pending } = useSuspenseQuery(invitationsQuery(slug))
  const parse = (text: string) =>
    parseAddresses(text, {
      members: members.map(({ email }) => email),
      invited: pending.map(({ email }) => email),
    })
  const showSent = useSent()
  const form = useForm({
    initial: draft,
    paths: { text: 'emails', role: ['role', 'project_roles', 'assignment.role'] },
    check: ({ text }) => {
      const problem = addressProblem(parse(text))
      return problem === undefined ? {} : { emails: problem }
    },
    disabledReason: ({ role }) => (isProjectMissing(role) ? 'Choose a project' : undefined),
    send: ({ text, role }) =>
      call(invitations.send, {
        params: { slug },
        body: { emails: parse(text).addresses, assignment: getAssignment(role) },
      }),
    onSuccess: async ({ results }) => {
      await showSent(results)
      const remaining = results.filter(isRemaining)
      set({ text: remaining.map(({ email }) => email).join('\n') })
      if (remaining.length === 0) onClose()
    },
  })
  const { values, errors, answer } = form
  const set = (part: Partial<InviteDraft>) => {
    form.set(part)
    onChange({ ...values, ...part })
  }
  const parsed = parse(values.text)

  return (
    <Form form={form} isGuarded={false} className="flex flex-col gap-5">
      <AddressField form={{ ...form, set }} parsed={parsed} />
      {answer !== undefined && <FailedInvitations results={answer.results} />}
      <AssignmentFields
        organization={organization}
        draft={values.role}
        error={errors['role'] ?? errors['project_roles'] ?? errors['assignment.role']}
        onChange={(role) => set({ role })}
      />
      <FormActions form={form} label={sendLabel(parsed.addresses.length)} onClose={onClose} />
    </Form>
  )
}

const isProjectMissing = ({ scope, projects }: RoleDraft) =>
  scope === 'projects' && Object.keys(projects).length === 0

function useSent() {
  const client = useQueryClient()
  return async (results: readonly InvitationResult[]) => {
    await refreshTeam(client)
    const sent = results.filter((one) => !isRemaining(one)).length
    if (sent > 0) notify.success(`${plural(sent, 'invitation')} sent`)
  }
}

type AddressFieldProps = {
  form: Pick<FormState<InviteDraft>, 'values' | 'errors' | 'pathOf'> & {
    set: (part: Partial<InviteDraft>) => void
  }
  parsed: ParsedAddresses
}

function AddressField({ form, parsed }: AddressFieldProps) {
  return (
    <FormField
      form={form}
      name="text"
      label="Email addresses"
      hint={plural(parsed.addresses.length, 'address', 'addresses')}
      help={<AddressHelp parsed={parsed} />}
    >
      {(control) => (
        <Textarea
          {...control}
          ref={focusOnMount}
          rows={4}
          spellCheck={false}
          placeholder="ann@example.com, olga@example.com"
        />
      )}
    </FormField>
  )
}

const sendLabel = (count: number) =>
  count === 0 ? 'Send invitations' : `Send ${plural(count, 'invitation')}`

/** Hints while the user types: nothing is refused before it is sent. */
function AddressHelp({ parsed: { problems, renewed } }: { parsed: ParsedAddresses }) {
  if (problems.length === 0 && renewed.length === 0) {
    return 'Up to 50, separated by commas, spaces or line breaks'
  }
  return (
    <ul>
      {problems.map(({ text, problem }) => (
        <li key={text} className="break-words text-bad">
          {text} {problem}
        </li>
      ))}
      {renewed.map((email) => (
        <li key={email} className="break-words">
          {email} is already invited and gets a new link
        </li>
      ))}
    </ul>
  )
}

const isRemaining = ({ status }: InvitationResult) => status !== 'invited' && status !== 'renewed'

const remainingTexts: Readonly<Record<string, string>> = {
  already_member: 'is already a member',
  invalid: 'is not a valid email address',
  undelivered: 'could not be emailed. Resend the invitation from the list',
}

/** Addresses that were not invited, which stay in the field. */
function FailedInvitations({ results }: { results: readonly InvitationResult[] }) {
  const failed = results.filter(isRemaining)
  if (failed.length === 0) return null
  return (
    <Notice tone="warn" title={`${plural(failed.length, 'address', 'addresses')} remaining`}>
      <ul>
        {failed.map(({ email, status }) => (
          <li key={email}>
            {email} {remainingTexts[status]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
