import { type Member, members } from '@basalt/contract/organization/members'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call } from '../../lib/network/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { roleLines } from './member-list.ts'
import { refreshOwnRights, refreshTeam } from './queries.ts'

/** The chosen action on a member. */
export type MemberAction =
  | { kind: 'change'; member: Member; isLastOwner: boolean }
  | { kind: 'remove'; member: Member }
  | { kind: 'transfer'; member: Member }

type Props = { act: MemberAction; organization: Organization; onClose: () => void }

export function MemberDialog({ act: action, organization, onClose }: Props) {
  if (action.kind === 'change') {
    return <ChangeRoleDialog {...action} organization={organization} onClose={onClose} />
  }
  const Question = action.kind === 'remove' ? RemoveMember : TransferOwnership
  return <Question member={action.member} organization={organization} onClose={onClose} />
}

type QuestionProps = { member: Member; organization: Organization; onClose: () => void }

function RemoveMember({ member, organization, onClose }: QuestionProps) {
  const client = useQueryClient()
  const { slug, name } = organization
  const remove = useMutation({
    mutationFn: () => call(members.remove, { params: { slug, user_id: member.user_id } }),
    onSuccess: async () => {
      await refreshTeam(client)
      if (member.is_you) await refreshOwnRights(client)
      onClose()
      notify.success(`${member.email} is no longer a member`)
    },
  })
  return (
    <Confirm
      isOpen
      title={`Remove ${member.email}?`}
      confirmLabel="Remove member"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {member.email} loses {roleLines(member).join(', ') || 'the membership'} immediately, including
      access to all projects of {name}. Everything the member created stays.
    </Confirm>
  )
}

function TransferOwnership({ member, organization, onClose }: QuestionProps) {
  const client = useQueryClient()
  const { slug, name } = organization
  const transfer = useMutation({
    mutationFn: () =>
      call(members.transferOwnership, { params: { slug }, body: { user_id: member.user_id } }),
    onSuccess: async () => {
      await Promise.all([refreshTeam(client), refreshOwnRights(client)])
      onClose()
      notify.success(`${member.email} is now the owner of ${name}`)
    },
  })
  return (
    <Confirm
      isOpen
      title={`Transfer ${name} to ${member.email}?`}
      confirmLabel="Transfer ownership"
      typed={member.email}
      isPending={transfer.isPending}
      error={transfer.error}
      onClose={onClose}
      onConfirm={() => transfer.mutate()}
    >
      <p>
        {member.email} becomes Owner and can do everything, including deleting {name}.
      </p>
      <p>You become Administrator immediately. Only an owner can transfer ownership back.</p>
    </Confirm>
  )
}
