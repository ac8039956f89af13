import { can, rightById } from '@basalt/access'
import type { OrganizationPlan } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import type { Permission } from '@basalt/contract/route'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { accessOfUser } from '../../http/permissions.ts'
import { recordAttempt } from '../../store/audit.ts'
import { lockOrganization } from '../../store/members.ts'
import type { Store } from '../../store/store.ts'

/** The caller's rights in an organization that the transaction has locked. */
export type CallerRights = {
  organization: { id: number; slug: string; name: string; plan: OrganizationPlan }
  userId: string
  may(permission: Permission): boolean
}

/** The rights of a user in a locked organization; a token may narrow them. */
export async function readCallerRights(
  tx: Store,
  organization: CallerRights['organization'],
  who: { userId: string; token?: ReturnType<typeof getPrincipal>['token'] },
): Promise<CallerRights> {
  const { rules } = await accessOfUser(tx, who.userId)
  return {
    organization,
    userId: who.userId,
    may(permission) {
      const request = { ...permission, organizationSlug: organization.slug }
      return can(rules, request) && (who.token?.allows(request) ?? true)
    },
  }
}

/**
 * Runs work that changes the members of the organization, serialized by a lock, with the caller's
 * rights at that time instead of when the request arrived. Refusals are recorded.
 */
export async function inOrganization<T>(
  store: Store,
  context: Context,
  work: (tx: Store, callerRights: CallerRights) => Promise<T>,
): Promise<T> {
  const { organization } = context
  if (organization === null) throw unknownOrganization()
  try {
    return await store.transaction().execute(async (tx) => {
      const found = await lockOrganization(tx, organization.id)
      if (found === null) throw unknownOrganization()
      const callerRights = await readCallerRights(
        tx,
        { id: organization.id, ...found },
        { userId: getUserId(context), token: getPrincipal(context).token },
      )
      return work(tx, callerRights)
    })
  } catch (error) {
    if (error instanceof Refusal) {
      await recordAttempt(store, context.origin, {
        action: 'access.refused',
        outcome: 'refused',
        target: { kind: 'permission', id: error.permission },
        organizationId: organization.id,
      })
    }
    throw error
  }
}

/** `forbidden`, with the required permission. */
export class Refusal extends ApiError {
  readonly permission: string

  constructor(requested: string, message: string, field: string) {
    super('forbidden', message, { fields: { [field]: message } })
    this.permission = requested
  }
}

/** Users cannot grant rights that they lack: refuses at the field. */
export function requireOwnRights(
  callerRights: CallerRights,
  rightIds: readonly string[],
  field: string,
) {
  const lacking = rightIds
    .flatMap((id) => rightById(id) ?? [])
    .filter(({ grants }) => !grants.every((grant) => callerRights.may(grant)))
  const [first] = lacking
  if (first === undefined) return
  const names = lacking.map(({ resource, action }) => `${resource}: ${action}`).slice(0, 3)
  const more = lacking.length > names.length ? ` and ${lacking.length - names.length} more` : ''
  throw new Refusal(
    first.grants.map(({ action, resource }) => `${action} ${resource}`).join(', '),
    `You cannot grant permissions that you do not have: ${names.join(', ')}${more}`,
    field,
  )
}

export const unknownOrganization = () =>
  new ApiError('not_found', "We couldn't find that organization")
