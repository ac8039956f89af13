import { isProjectRight, rightById, roles as predefinedRoles } from '@basalt/access'
import { ApiError } from '@basalt/contract/errors'
import { type CustomRole, customRoles } from '@basalt/contract/organization/roles'

import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { requireOffered } from './assignments.ts'
import {
  inOrganization,
  requireOwnRights,
  type CallerRights,
  unknownOrganization,
} from './caller-rights.ts'
import {
  deleteCustomRole,
  insertCustomRole,
  isRoleNameTaken,
  listCustomRoles,
  updateCustomRole,
} from './custom-role-store.ts'

const ok = { ok: true } as const

/** Without it a project could not be opened, so every custom role has it. */
const viewProject = 'project.project-management.view'

/** Sets of rights that an organization puts together for single projects. */
export function customRoleFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(customRoles.list, async (_, { organization }) => {
      if (organization === null) throw unknownOrganization()
      return listCustomRoles(store, organization.id)
    }),
    serve(customRoles.create, async ({ body }, context) =>
      inOrganization(store, context, async (tx, callerRights) => {
        requireOffered(callerRights.organization.plan, 'custom', 'name')
        requireOwnName(body.name)
        const rights = requireProjectRights(body.rights)
        requireOwnRights(callerRights, rights, 'rights')
        const role = { organizationId: callerRights.organization.id, name: body.name, rights }
        const id = await insertCustomRole(tx, role)
        if (id === null) throw nameTaken()
        await context.audit(tx, {
          action: 'custom_role.created',
          target: { kind: 'custom_role', id, name: body.name },
          after: { name: body.name, rights },
        })
        return requireRole(tx, callerRights, id)
      }),
    ),
    serve(customRoles.update, async ({ params, body }, context) =>
      inOrganization(store, context, async (tx, callerRights) => {
        const before = await requireRole(tx, callerRights, params.id)
        requireOffered(callerRights.organization.plan, 'custom', 'name')
        requireOwnName(body.name)
        const rights = requireProjectRights(body.rights)
        const added = rights.filter((id) => !before.rights.includes(id))
        requireOwnRights(callerRights, added, 'rights')
        const role = { id: before.id, name: body.name, rights }
        const { id: organizationId } = callerRights.organization
        if (await isRoleNameTaken(tx, { ...role, organizationId })) throw nameTaken()
        await updateCustomRole(tx, role)
        await context.audit(tx, {
          action: 'custom_role.updated',
          target: { kind: 'custom_role', id: before.id, name: body.name },
          before: { name: before.name, rights: before.rights },
          after: { name: body.name, rights },
        })
        return requireRole(tx, callerRights, before.id)
      }),
    ),
    serve(customRoles.remove, async ({ params }, context) =>
      inOrganization(store, context, async (tx, callerRights) => {
        const role = await requireRole(tx, callerRights, params.id)
        requireUnused(role)
        await deleteCustomRole(tx, role.id)
        await context.audit(tx, {
          action: 'custom_role.deleted',
          target: { kind: 'custom_role', id: role.id, name: role.name },
          before: { name: role.name, rights: role.rights },
        })
        return ok
      }),
    ),
  ]
}

/** In the order of the table, each once, with the right to open the project. */
function requireProjectRights(ids: readonly string[]): string[] {
  const odd = ids.find((id) => {
    const right = rightById(id)
    return right === undefined || !isProjectRight(right)
  })
  if (odd === undefined) return [...new Set([viewProject, ...ids])]
  const message = `${odd} is not a permission for projects`
  throw new ApiError('invalid_request', message, { fields: { rights: message } })
}

async function requireRole(
  tx: Store,
  { organization }: CallerRights,
  id: string,
): Promise<CustomRole> {
  const found = (await listCustomRoles(tx, organization.id)).find((role) => role.id === id)
  if (found === undefined) throw new ApiError('not_found', 'This role does not exist')
  return found
}

function requireUnused({ members, invitation_count: count }: CustomRole) {
  if (members.length === 0 && count === 0) return
  const names = members.map(({ email }) => email)
  const shown = names.slice(0, 3).join(', ')
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  throw new ApiError(
    'conflict',
    names.length > 0
      ? `${shown}${more} still ${names.length === 1 ? 'has' : 'have'} this role. Assign another role first.`
      : 'An invitation uses this role. Revoke the invitation first.',
  )
}

/** A custom role that is called like one of everybody's would be taken for it. */
function requireOwnName(name: string): void {
  const known = predefinedRoles.some((role) => role.toLowerCase() === name.toLowerCase())
  if (known) throw nameTaken()
}

function nameTaken() {
  const message = 'A role with this name already exists'
  return new ApiError('conflict', message, { fields: { name: message } })
}
