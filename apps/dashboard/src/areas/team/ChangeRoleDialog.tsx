import type { Assignment } from '@basalt/access'
import { type Member, members } from '@basalt/contract/organization/members'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { late } from '../../ui/late.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AssignmentFields } from './AssignmentFields.tsx'
import { onlyOwner } from './LeaveCard.tsx'
import { roleLines } from './member-list.ts'
import { refreshOwnRights, refreshTeam } from './queries.ts'
import { getAssignment, getDraft, isSame } from './role-choices.ts'

/** The rights table is loaded with it, so it is loaded on demand. */
const RolePreview = late(async () => (await import('./RolePreview.tsx')).RolePreview)
const skeleton = <Skeleton className="h-24" />

/** Its code is loaded first, then its data. */
const Preview = (props: ComponentProps<typeof RolePreview>) => (
  <Suspense fallback={skeleton}>
    <RolePreview fallback={skeleton} {...props} />
  </Suspense>
)

type Props = {
  member: Member
  isLastOwner: boolean
  organization: Organization
  onClose: () => void
}

export function ChangeRoleDialog({ member, isLastOwner, organization, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm({
    initial: { draft: getDraft(member) },
    paths: { draft: ['role', 'project_roles'] },
    disabledReason: ({ draft }) =>
      reasonAgainst(member, getAssignment(draft)) ?? (isLastOwner ? onlyOwner : undefined),
    send: ({ draft }) =>
      call(members.changeRole, {
        params: { slug: organization.slug, user_id: member.user_id },
        body: getAssignment(draft),
      }),
    onSuccess: async () => {
      await refreshTeam(client)
      if (member.is_you) await refreshOwnRights(client)
      onClose()
      notify.success(`Role of ${member.email} changed`)
    },
  })
  const { draft } = form.values

  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Role of ${member.email}`}
      description={`Current: ${roleLines(member).join(', ') || 'no project'}`}
      onClose={onClose}
    >
      <Form form={form} className="flex flex-col gap-5">
        <Panel failure="The roles could not be loaded">
          <AssignmentFields
            organization={organization}
            draft={draft}
            error={form.errors['role'] ?? form.errors['project_roles']}
            onChange={(next) => form.set({ draft: next })}
          />
          <Preview slug={organization.slug} before={member} after={getAssignment(draft)} />
        </Panel>
        <FormActions form={form} label="Change role" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function reasonAgainst(member: Member, target: Assignment): string | undefined {
  if (target.role === null && target.project_roles.length === 0) return 'Choose a project'
  return isSame(member, target) ? 'The member already has this role' : undefined
}
