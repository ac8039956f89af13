import { can, rightById } from '@basalt/access'
import type { OrganizationPlan } from '@basalt/catalog'
import { ApiError, type Permission } from '@basalt/contract'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { accessOfUser } from '../../http/permissions.ts'
import { recordAttempt } from '../../store/audit.ts'
import { lockOrganization } from '../../store/members.ts'
import type { Store } from '../../store/store.ts'

/** What somebody may do in an organization, as it stands in a transaction that locked it. */
export type Standing = {
  organization: { id: number; slug: string; name: string; plan: OrganizationPlan }
  userId: string
  may(permission: Permission): boolean
}

/** How a person stands in an organization that is locked already; a token may narrow it. */
export async function getStanding(
  tx: Store,
  organization: Standing['organization'],
  who: { userId: string; token?: ReturnType<typeof getPrincipal>['token'] },
): Promise<Standing> {
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
 * Does work that decides who belongs to the organization of the path: one at a time, and
 * by what the caller may do at that time, not when the request came in. What is refused
 * is written down.
 */
export async function inOrganization<T>(
  store: Store,
  context: Context,
  work: (tx: Store, standing: Standing) => Promise<T>,
): Promise<T> {
  const { organization } = context
  if (organization === null) throw unknownOrganization()
  try {
    return await store.transaction().execute(async (tx) => {
      const found = await lockOrganization(tx, organization.id)
      if (found === null) throw unknownOrganization()
      const standing = await getStanding(
        tx,
        { id: organization.id, ...found },
        { userId: getUserId(context), token: getPrincipal(context).token },
      )
      return work(tx, standing)
    })
  } catch (error) {
    if (error instanceof Refusal) {
      await recordAttempt(store, context.origin, {
        action: 'access.refused',
        outcome: 'refused',
        target: { kind: 'permission', id: error.asked },
        organizationId: organization.id,
      })
    }
    throw error
  }
}

/** `forbidden`, with what was asked for. */
export class Refusal extends ApiError {
  readonly asked: string

  constructor(requested: string, message: string, field: string) {
    super('forbidden', message, { fields: { [field]: message } })
    this.asked = requested
  }
}

/** Nobody gives rights that they lack themselves: refuses at the field. */
export function requireOwnRights(standing: Standing, rightIds: readonly string[], field: string) {
  const lacking = rightIds
    .flatMap((id) => rightById(id) ?? [])
    .filter(({ grants }) => !grants.every((grant) => standing.may(grant)))
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
