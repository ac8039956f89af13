import type { OrganizationPlan } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import { organizations } from '@basalt/contract/organization/organizations'

import type { PaymentProvider } from '../../billing/payment-provider.ts'
import { getPrincipal, getUserId } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Resources } from '../../limits/resources.ts'
import type { Clock } from '../../process/clock.ts'
import {
  findOrganization,
  insertOrganization,
  listOrganizations,
  ownsFewerThan,
} from '../../store/organizations.ts'
import { newReference } from '../../store/reference.ts'
import type { Store } from '../../store/store.ts'

type OrganizationServices = {
  store: Store
  clock: Clock
  payments: PaymentProvider
  resources: Resources
  disabledFeatures: readonly string[]
}

const viewing = { action: 'read:Read', resource: 'organizations' }

export function organizationFeature(services: OrganizationServices): Endpoint[] {
  const { store, clock } = services
  const most = services.resources.limits.organizationsPerAccount
  return [
    serve(organizations.list, async (_, context) => {
      const found = await listOrganizations(store, getUserId(context))
      // Members see their organizations; a token may be limited to some of them.
      return found.filter(({ slug }) => context.may(viewing, { organizationSlug: slug }))
    }),
    serve(organizations.create, async ({ body }, context) => {
      const owner = { userId: getUserId(context), email: getPrincipal(context).email }
      refusePlan(body.plan, services)
      const slug = await insertWithFreeSlug((candidate) =>
        store.transaction().execute(async (tx) => {
          if (!(await ownsFewerThan(tx, owner.userId, most))) throw tooMany(most)
          const id = await insertOrganization(tx, {
            ...body,
            slug: candidate,
            owner,
            at: clock(),
          })
          if (id === null) return false
          await context.audit(tx, {
            action: 'organization.created',
            organizationId: id,
            target: { kind: 'organization', id: String(id), name: body.name },
            after: {
              name: body.name,
              slug: candidate,
              kind: body.kind,
              ...(body.kind === 'Company' && { size: body.size ?? null }),
              plan: body.plan,
            },
          })
          return true
        }),
      )
      const created = await findOrganization(store, owner.userId, slug)
      if (created === null)
        throw new ApiError('internal', 'The organization could not be read back')
      return created
    }),
  ]
}

const tooMany = (most: number) =>
  new ApiError(
    'conflict',
    `An account can own at most ${most} organizations. Delete one, or transfer it to another owner.`,
  )

/** An organization can start on plans that it can be billed for. */
function refusePlan(
  plan: OrganizationPlan,
  { payments, disabledFeatures }: Pick<OrganizationServices, 'payments' | 'disabledFeatures'>,
) {
  if (plan === 'free') return
  if (disabledFeatures.includes('billing:all')) {
    throw new ApiError('forbidden', 'Your administrator has switched billing off', {
      fields: { plan: 'Only the Free plan is available' },
    })
  }
  const message =
    plan === 'enterprise'
      ? 'The Enterprise plan is agreed by contract. Contact sales, or start on another plan.'
      : 'Start on the Free plan, add a payment method, then change the plan.'
  if (plan === 'enterprise' || payments.takesCards) {
    throw new ApiError('payment_required', message, { fields: { plan: message } })
  }
}

/** A clash of twenty random letters means that something else is wrong, so few tries do. */
async function insertWithFreeSlug(insert: (slug: string) => Promise<boolean>): Promise<string> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const slug = newReference()
    if (await insert(slug)) return slug
  }
  throw new ApiError('internal', 'No free slug was found')
}
