import type { Assignment } from '@basalt/access'
import { type Member, members } from '@basalt/contract/organization/members'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, Suspense, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { listFieldErrors } from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { late } from '../../ui/late.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AssignmentFields } from './AssignmentFields.tsx'
import { FormActions } from './FormActions.tsx'
import { onlyOwner } from './LeaveCard.tsx'
import { roleLines } from './member-list.ts'
import { refreshOwnRights, refreshTeam } from './queries.ts'
import { getAssignment, getDraft, isSame, type RoleDraft } from './role-choices.ts'

/** The rights table is loaded with it, so it is loaded on demand. */
const RolePreview = late(async () => (await import('./RolePreview.tsx')).RolePreview)
const skeleton = <Skeleton className="h-24" />

/** Its code is loaded first, then its data. */
const Preview = (props: ComponentProps<typeof RolePreview>) => (
  <Suspense fallback={skeleton}>
    <RolePreview meanwhile={skeleton} {...props} />
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
  const [draft, setDraft] = useState<RoleDraft>(() => getDraft(member))
  const target = getAssignment(draft)
  const change = useMutation({
    mutationFn: () =>
      call(members.changeRole, {
        params: { slug: organization.slug, user_id: member.user_id },
        body: target,
      }),
    onSuccess: async () => {
      await refreshTeam(client)
      if (member.is_you) await refreshOwnRights(client)
      onClose()
      notify.success(`Role of ${member.email} changed`)
    },
  })
  const blocked = reasonAgainst(member, target) ?? (isLastOwner ? onlyOwner : undefined)
  const fields = listFieldErrors(change.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (blocked === undefined) change.mutate()
  }

  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Role of ${member.email}`}
      description={`Current: ${roleLines(member).join(', ') || 'no project'}`}
      onClose={onClose}
    >
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <Panel failure="The roles could not be loaded">
          <AssignmentFields
            organization={organization}
            draft={draft}
            error={fields['role'] ?? fields['project_roles']}
            onChange={(next) => {
              change.reset()
              setDraft(next)
            }}
          />
          <Preview slug={organization.slug} before={member} after={target} />
        </Panel>
        <FormActions
          label="Change role"
          isPending={change.isPending}
          disabledReason={blocked}
          error={change.error}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

function reasonAgainst(member: Member, target: Assignment): string | undefined {
  if (target.role === null && target.project_roles.length === 0) return 'Choose a project'
  return isSame(member, target) ? 'The member already has this role' : undefined
}
