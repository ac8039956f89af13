import type { OrganizationPlan, UsageMetricId } from '@basalt/catalog'
import { organizations } from '@basalt/contract/organization/organizations'

import { operatorPayments } from '../areas/billing/payments/operator-payments.ts'
import type { PaymentProvider } from '../billing/payment-provider.ts'
import type { InstallParts } from '../install/install-parts.ts'
import { insertProject } from '../store/projects.ts'
import { newReference } from '../store/reference.ts'
import { signUp, startTestInstall, type TestInstall } from './test-install.ts'

/** Payments by card that charge nothing. */
export const cardPayments: PaymentProvider = { ...operatorPayments(), takesCards: true }

/** An install with a fixed clock. */
export async function startBilledInstall(begin: string, change: Partial<InstallParts> = {}) {
  let now = new Date(begin)
  const install = await startTestInstall({ clock: () => now, ...change })
  return {
    install,
    now: () => now,
    setNow: (time: string | Date) => {
      now = new Date(time)
    },
  }
}

/** An organization with its own owner, on a plan from its first hour on. */
export async function billedOrganization(install: TestInstall, plan: OrganizationPlan = 'free') {
  const { client, email } = await signUp(install, 'payer')
  const { id, slug } = await client.call(organizations.create, {
    body: { name: 'Payers', plan: plan === 'enterprise' ? 'free' : plan },
  })
  return { client, email, id, slug }
}

/** A project without a cluster: the test records its usage. */
export async function meteredProject(install: TestInstall, organizationId: number, name = 'Shop') {
  const ref = newReference()
  await insertProject(
    install.store,
    {
      ref,
      name,
      organization_id: organizationId,
      cloud_provider: 'AWS',
      region: 'us-east-1',
      compute_size: 'ci_small',
    },
    null,
  )
  const { id } = await install.store
    .selectFrom('projects')
    .select('id')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  return { id, ref }
}

type Use = { metric: UsageMetricId; hour: Date; quantity: bigint | number; detail?: string }

/** Writes usage as the meter would have measured it. */
export async function use(install: TestInstall, projectId: number, uses: readonly Use[]) {
  if (uses.length === 0) return
  await install.store
    .insertInto('usage_hours')
    .values(
      uses.map(({ metric, hour, quantity, detail = '' }) => ({
        project_id: projectId,
        metric,
        detail,
        hour,
        quantity: String(quantity),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** As if every hour until then had been measured. */
export async function measuredThrough(install: TestInstall, at: Date | string) {
  const metered_through = new Date(at)
  await install.store
    .insertInto('meter_state')
    .values({ metered_through })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ metered_through }))
    .execute()
}

/** The hours from one time to another, without the last. */
export function hoursFrom(start: Date | string, end: Date | string): Date[] {
  const [from, until] = [new Date(start).getTime(), new Date(end).getTime()]
  return Array.from(
    { length: (until - from) / 3_600_000 },
    (_, index) => new Date(from + index * 3_600_000),
  )
}
