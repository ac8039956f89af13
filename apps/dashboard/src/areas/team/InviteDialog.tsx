import { type InvitationResult, invitations } from '@basalt/contract/organization/invitations'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { listFieldErrors } from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { addressProblem, type ParsedAddresses, parseAddresses } from './addresses.ts'
import { AssignmentFields } from './AssignmentFields.tsx'
import { FormActions } from './FormActions.tsx'
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

function InviteForm({ organization, draft: { text, role: draft }, onChange, onClose }: Props) {
  const { slug } = organization
  const { data: members } = useSuspenseQuery(membersQuery(slug))
  const { data: pending } = useSuspenseQuery(invitationsQuery(slug))
  const [problem, setProblem] = useState<string>()
  const parsed = parseAddresses(text, {
    members: members.map(({ email }) => email),
    invited: pending.map(({ email }) => email),
  })
  const send = useSend(slug, (left) => {
    onChange({ text: left.map(({ email }) => email).join('\n'), role: draft })
    if (left.length === 0) onClose()
  })
  const fields = listFieldErrors(send.error)
  const isProjectMissing = draft.scope === 'projects' && Object.keys(draft.projects).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = addressProblem(parsed)
    setProblem(found)
    if (found === undefined && !isProjectMissing)
      send.mutate({ emails: parsed.addresses, assignment: getAssignment(draft) })
  }

  return (
    <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
      <AddressField
        text={text}
        parsed={parsed}
        error={problem ?? fields['emails']}
        onChange={(typed) => {
          setProblem(undefined)
          onChange({ text: typed, role: draft })
        }}
      />
      {send.data !== undefined && <Left results={send.data.results} />}
      <AssignmentFields
        organization={organization}
        draft={draft}
        error={roleError(fields)}
        onChange={(next) => {
          send.reset()
          onChange({ text, role: next })
        }}
      />
      <FormActions
        label={sendLabel(parsed.addresses.length)}
        isPending={send.isPending}
        disabledReason={isProjectMissing ? 'Choose a project' : undefined}
        error={send.error}
        onClose={onClose}
      />
    </form>
  )
}

type Sent = { emails: string[]; assignment: ReturnType<typeof getAssignment> }

/** Sends the invitations and hands over those that were not. */
function useSend(slug: string, onDone: (left: readonly InvitationResult[]) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent) => call(invitations.send, { params: { slug }, body }),
    onSuccess: async ({ results }) => {
      await refreshTeam(client)
      const left = results.filter(isRemaining)
      const sent = results.length - left.length
      if (sent > 0) notify.success(`${plural(sent, 'invitation')} sent`)
      onDone(left)
    },
  })
}

type AddressFieldProps = {
  text: string
  parsed: ParsedAddresses
  error: string | undefined
  onChange: (text: string) => void
}

function AddressField({ text, parsed, error, onChange }: AddressFieldProps) {
  return (
    <Field
      label="Email addresses"
      hint={plural(parsed.addresses.length, 'address', 'addresses')}
      help={<AddressHelp parsed={parsed} />}
      error={error}
    >
      {(control) => (
        <Textarea
          {...control}
          ref={focusOnMount}
          rows={4}
          spellCheck={false}
          placeholder="ann@example.com, olga@example.com"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

const sendLabel = (count: number) =>
  count === 0 ? 'Send invitations' : `Send ${plural(count, 'invitation')}`

const roleError = (fields: Record<string, string>) =>
  fields['role'] ?? fields['project_roles'] ?? fields['assignment.role']

/** Shown during typing; nothing is refused before it is sent. */
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
function Left({ results }: { results: readonly InvitationResult[] }) {
  const left = results.filter(isRemaining)
  if (left.length === 0) return null
  return (
    <Notice tone="warn" title={`${plural(left.length, 'address', 'addresses')} remaining`}>
      <ul>
        {left.map(({ email, status }) => (
          <li key={email}>
            {email} {remainingTexts[status]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
