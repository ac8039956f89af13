import type { Organization } from '@basalt/contract/organization/organization-list'
import { type CustomRole, customRoles } from '@basalt/contract/organization/roles'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { plural } from '../../lib/format/format.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { late } from '../../ui/late.tsx'
import { customRolesQuery, refreshTeam } from './queries.ts'
import { offered } from './role-choices.ts'

/** The rights table is loaded with it. */
const CustomRoleDialog = late(async () => (await import('./CustomRoleDialog.tsx')).CustomRoleDialog)

/** The organization's custom roles for single projects. */
export function CustomRoles({ organization }: { organization: Organization }) {
  const { slug, plan } = organization
  const { data: list } = useSuspenseQuery(customRolesQuery(slug))
  const [edited, setEdited] = useState<CustomRole | 'new'>()
  const [leaving, setLeaving] = useState<CustomRole>()
  const notOffered = offered(plan.id, 'custom')
  const cannotCreate = useDenied(customRoles.create, 'create roles') ?? notOffered

  return (
    <Card
      title="Custom roles"
      description="Permissions that you define, for specific projects."
      actions={
        <Button icon={Plus} disabledReason={cannotCreate} onClick={() => setEdited('new')}>
          New role
        </Button>
      }
    >
      {list.length === 0 ? (
        <p className="px-4 pb-4 text-ink-faint">
          {notOffered === undefined
            ? 'For example, a role that can read data but not change it.'
            : `${notOffered}. The roles above are included in the plan.`}
        </p>
      ) : (
        <ul className="border-t border-line">
          {list.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              notOffered={notOffered}
              onEdit={() => setEdited(role)}
              onDelete={() => setLeaving(role)}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <CustomRoleDialog
          slug={slug}
          role={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {leaving !== undefined && (
        <DeleteRole slug={slug} role={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </Card>
  )
}

type RowProps = {
  role: CustomRole
  notOffered: string | undefined
  onEdit: () => void
  onDelete: () => void
}

function RoleRow({ role, notOffered, onEdit, onDelete }: RowProps) {
  const cannotEdit = useDenied(customRoles.update, 'change roles') ?? notOffered
  const cannotDelete = useDenied(customRoles.remove, 'delete roles') ?? usedText(role)
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 basis-56 flex-col">
        <span className="truncate font-medium">{role.name}</span>
        <span className="text-xs text-ink-faint">
          {plural(role.rights.length, 'permission')} ·{' '}
          {role.members.length === 0
            ? 'not assigned'
            : role.members.map(({ email }) => email).join(', ')}
        </span>
      </span>
      <span className="flex gap-2">
        <Button aria-label={`Edit ${role.name}`} disabledReason={cannotEdit} onClick={onEdit}>
          Edit
        </Button>
        <Button aria-label={`Delete ${role.name}`} disabledReason={cannotDelete} onClick={onDelete}>
          Delete
        </Button>
      </span>
    </li>
  )
}

/** Why a role in use cannot be deleted; its members are next to the button. */
function usedText({ members, invitation_count: count }: CustomRole): string | undefined {
  if (members.length > 0) {
    return `${plural(members.length, 'member has', 'members have')} this role. Assign them another role first.`
  }
  return count > 0 ? 'A pending invitation uses this role. Revoke the invitation first.' : undefined
}

type DeleteProps = { slug: string; role: CustomRole; onClose: () => void }

function DeleteRole({ slug, role, onClose }: DeleteProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(customRoles.remove, { params: { slug, id: role.id } }),
    onSuccess: async () => {
      await refreshTeam(client)
      onClose()
    },
  })
  return (
    <Confirm
      isOpen
      title={`Delete the role ${role.name}?`}
      confirmLabel="Delete role"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      The role is not assigned. Its {plural(role.rights.length, 'permission')} cannot be restored.
    </Confirm>
  )
}
