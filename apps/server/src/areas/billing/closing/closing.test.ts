import {
  computeSizes,
  type OrganizationPlan,
  planLimits,
  plans,
  type UsageMetric,
  type UsageMetricId,
  usageMetrics,
} from '@basalt/catalog'
import { organizations } from '@basalt/contract/organization/organizations'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { initialLimits } from '../../../limits/limits.ts'
import { createResources } from '../../../limits/resources.ts'
import { listInvoiceLines, listInvoices } from '../../../store/invoices.ts'
import { insertPlanChange } from '../../../store/subscriptions.ts'
import {
  billedOrganization,
  measuredThrough,
  meteredProject,
  startBilledInstall,
  use,
} from '../../../testing/billing-fixtures.ts'
import type { ConnectedClient, TestInstall } from '../../../testing/test-install.ts'
import { closePeriods } from './closing.ts'

const begin = new Date('2026-01-31T07:00:00Z')
const hourMs = 3_600_000
const at = (hours: number) => new Date(begin.getTime() + hours * hourMs)

let install: TestInstall
let client: ConnectedClient
let setNow: (time: Date) => void

beforeAll(async () => {
  // Each run of the property creates an organization of the same account.
  const resources = createResources({ ...initialLimits, organizationsPerAccount: 1000 })
  const billed = await startBilledInstall(begin.toISOString(), { resources })
  ;({ install, setNow } = billed)
  ;({ client } = await billedOrganization(install))
})
afterAll(() => install.close())
beforeEach(() => setNow(begin))

const close = async (through: Date) => {
  await measuredThrough(install, through)
  await closePeriods({ ...install.parts, log: install.parts.logger }, through)
}

const newOrganization = async (plan: 'free' | 'pro' | 'team') =>
  client.call(organizations.create, { body: { name: 'Acme', plan } })

const listInvoicesFor = async (organizationId: number) => {
  const rows = (await listInvoices(install.store, organizationId)).toReversed()
  return Promise.all(
    rows.map(async (row) => ({ ...row, lines: await listInvoiceLines(install.store, row.id) })),
  )
}

describe('at the end of a period', () => {
  test('one invoice is created, for any number of concurrent attempts', async () => {
    const { id } = await newOrganization('pro')
    const after = new Date('2026-02-28T08:00:00Z')
    await Promise.all([close(after), close(after), close(after)])
    await close(after)
    const [invoice, ...others] = await listInvoicesFor(id)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      period_start: begin,
      period_end: new Date('2026-02-28T07:00:00Z'),
      number: `${String(id).padStart(5, '0')}-0001`,
      status: 'open',
    })
  })

  test('an organization on Free gets none, and one of a partner is billed by the partner', async () => {
    const [free, partner] = [await newOrganization('free'), await newOrganization('pro')]
    await install.store
      .updateTable('organizations')
      .set({ billing_partner: 'aws' })
      .where('id', '=', partner.id)
      .execute()
    await close(new Date('2026-03-01T00:00:00Z'))
    expect(await listInvoicesFor(free.id)).toEqual([])
    expect(await listInvoicesFor(partner.id)).toEqual([])
  })

  test('nothing is billed before its usage is final', async () => {
    const { id } = await newOrganization('pro')
    await close(new Date('2026-02-28T06:00:00Z'))
    expect(await listInvoicesFor(id)).toEqual([])
  })

  test('several unbilled periods get an invoice each', async () => {
    const { id } = await newOrganization('team')
    await close(new Date('2026-05-01T00:00:00Z'))
    expect((await listInvoicesFor(id)).map(({ period_end }) => period_end.toISOString())).toEqual([
      '2026-02-28T07:00:00.000Z',
      '2026-03-31T07:00:00.000Z',
      '2026-04-30T07:00:00.000Z',
    ])
  })

  test('the invoice is emailed once', async () => {
    const { id, slug } = await newOrganization('pro')
    await close(new Date('2026-02-28T09:00:00Z'))
    await close(new Date('2026-02-28T10:00:00Z'))
    const [invoice] = await listInvoicesFor(id)
    const mails = await install.store
      .selectFrom('outbox')
      .selectAll()
      .where('subject', 'like', `%${invoice?.number}%`)
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain(`/org/${slug}/billing#invoices`)
  })
})

test('an invoice cannot be changed or deleted, also not by the server itself', async () => {
  const { id } = await newOrganization('pro')
  await close(new Date('2026-02-28T09:00:00Z'))
  const { store } = install
  const changes = [
    store.updateTable('invoices').set({ total: '0' }).where('organization_id', '=', id),
    store.deleteFrom('invoices').where('organization_id', '=', id),
    store.updateTable('invoice_lines').set({ amount: '0' }),
    store.deleteFrom('invoice_lines'),
  ]
  for (const change of changes) {
    await expect(change.execute()).rejects.toThrow(/invoice|Invoices/u)
  }
})

type Story = {
  plan: 'free' | 'pro' | 'team'
  changes: { plan: OrganizationPlan; hour: number }[]
  uses: { metric: UsageMetricId; hour: number; project: 0 | 1; quantity: bigint }[]
  creditCents: number
  closings: number[]
}

const story: fc.Arbitrary<Story> = fc.record({
  plan: fc.constantFrom('free', 'pro', 'team'),
  changes: fc.array(
    fc.record({
      plan: fc.constantFrom('free', 'pro', 'team', 'enterprise'),
      hour: fc.integer({ min: 1, max: 2000 }),
    }),
    { maxLength: 5 },
  ),
  uses: fc.array(
    fc.constantFrom(...usageMetrics).chain(({ id, unit }) =>
      fc.record({
        metric: fc.constant(id),
        hour: fc.integer({ min: 0, max: 2100 }),
        project: fc.constantFrom(0 as const, 1 as const),
        quantity: fc.bigInt({
          min: 0n,
          max: { bytes: 10n ** 14n, seconds: 3600n }[unit as 'bytes'] ?? 10n ** 7n,
        }),
      }),
    ),
    { maxLength: 120 },
  ),
  creditCents: fc.nat(20_000),
  closings: fc.array(fc.integer({ min: 600, max: 2300 }), { minLength: 1, maxLength: 3 }),
})

test('an invoice recomputed from raw usage equals the stored one, for any usage, plans and closing time', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (reported) => {
      setNow(begin)
      const { id } = await newOrganization(reported.plan)
      const projects = [
        await meteredProject(install, id, 'One'),
        await meteredProject(install, id, 'Two'),
      ]
      for (const { plan, hour } of reported.changes) {
        await insertPlanChange(install.store, {
          organizationId: id,
          plan,
          effectiveAt: at(hour),
        })
      }
      const uses = distinct(reported.uses)
      for (const [index, project] of projects.entries()) {
        const own = uses.filter((one) => one.project === index)
        const rows = own.map((one) => ({
          ...one,
          hour: at(one.hour),
          detail: getDetail(one.metric),
        }))
        await use(install, project.id, rows)
      }
      if (reported.creditCents > 0) await grant(id, reported.creditCents)
      for (const hours of reported.closings.toSorted((one, other) => one - other))
        await close(at(hours))

      let credit = reported.creditCents
      for (const invoice of await listInvoicesFor(id)) {
        const expected = recomputed({ ...reported, uses }, invoice)
        expect(invoice.lines.map((line) => line.amount_micros / 10_000).toSorted(byNumber)).toEqual(
          expected.toSorted(byNumber),
        )
        const subtotal = expected.reduce((sum, cents) => sum + cents, 0)
        const usedCredit = Math.min(credit, subtotal)
        credit -= usedCredit
        expect(Number(invoice.total) / 10_000).toBe(subtotal - usedCredit)
      }
    }),
    { numRuns: 40 },
  )
})

const byNumber = (one: number, other: number) => one - other
const getDetail = (metric: UsageMetricId) => (metric === 'compute_hours' ? 'ci_large' : '')

const distinct = (uses: Story['uses']) => [
  ...new Map(uses.map((one) => [`${one.metric} ${one.hour} ${one.project}`, one])).values(),
]

const grant = (organizationId: number, cents: number) =>
  install.store
    .insertInto('credit_entries')
    .values({
      organization_id: organizationId,
      amount: String(cents * 10_000),
      reason: 'Welcome',
      invoice_id: null,
      created_at: begin,
    })
    .execute()

/**
 * The lines of an invoice in cents, computed in another way: hour by hour from the recorded events,
 * with integer fractions and without SQL.
 */
function recomputed(reported: Story, invoice: { period_start: Date; period_end: Date }): number[] {
  const first = (invoice.period_start.getTime() - begin.getTime()) / hourMs
  const last = (invoice.period_end.getTime() - begin.getTime()) / hourMs
  const planAt = new Map<number, OrganizationPlan>()
  // The last choice of an hour counts; the plan of the creation counts from its hour on.
  const chosen = new Map<number, OrganizationPlan>([[0, reported.plan]])
  for (const { plan, hour } of reported.changes) chosen.set(hour, plan)
  let plan: OrganizationPlan = reported.plan
  for (let hour = 0; hour < last; hour += 1) {
    plan = chosen.get(hour) ?? plan
    planAt.set(hour, plan)
  }
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const isPaid = (hour: number) => ['pro', 'team'].includes(planAt.get(hour) ?? 'free')
  const paid = BigInt(hours.filter(isPaid).length)
  const all = BigInt(hours.length)
  const uses = reported.uses.filter(
    (one) => one.hour >= first && one.hour < last && isPaid(one.hour),
  )
  const compute = computeCents(uses)
  const computeCredit = cents(
    hours.reduce((sum, hour) => sum + BigInt(getCredit(planAt.get(hour))), 0n),
    all,
  )
  const covered = Math.min(
    computeCredit,
    compute.reduce((sum, one) => sum + one, 0),
  )
  return [
    ...feeCents(hours.map((hour) => planAt.get(hour) ?? 'free')),
    ...compute,
    ...(covered > 0 ? [-covered] : []),
    ...usageMetrics.flatMap((metric: UsageMetric) => overCents(metric, uses, { paid, all })),
  ]
}

/** Half a cent is rounded up. */
const cents = (dividend: bigint, divisor: bigint): number =>
  Number((dividend * 2n + divisor * 10_000n) / (divisor * 20_000n))

function feeCents(plansOfHours: OrganizationPlan[]): number[] {
  const runs: { plan: OrganizationPlan; hours: number }[] = []
  for (const plan of plansOfHours) {
    const run = runs.at(-1)
    if (run?.plan === plan) run.hours += 1
    else runs.push({ plan, hours: 1 })
  }
  return runs
    .filter(({ plan }) => plan === 'pro' || plan === 'team')
    .map(({ plan, hours }) => {
      const price = plans.find(({ id }) => id === plan)?.priceMicros ?? 0
      return cents(BigInt(price * hours), BigInt(plansOfHours.length))
    })
}

const getCredit = (plan: OrganizationPlan | undefined) =>
  planLimits.find((limits) => limits.plan === plan)?.computeCreditMicros ?? 0

const total = (uses: Story['uses']) => uses.reduce((sum, { quantity }) => sum + quantity, 0n)

function computeCents(uses: Story['uses']): number[] {
  const hourly = computeSizes.find(({ id }) => id === 'ci_large')?.hourlyMicros ?? 0
  return [0, 1]
    .map((project) =>
      uses.filter((one) => one.metric === 'compute_hours' && one.project === project),
    )
    .map((own) => cents(total(own) * BigInt(hourly), 3600n))
    .filter((amount) => amount > 0)
}

function overCents(
  metric: UsageMetric,
  uses: Story['uses'],
  { paid, all }: { paid: bigint; all: bigint },
): number[] {
  const { price, aggregation } = metric
  const included = BigInt(metric.included.pro ?? 0)
  const own = uses.filter((one) => one.metric === metric.id)
  if (price === null || paid === 0n) return []
  const groups =
    metric.per === 'project'
      ? [own.filter((one) => one.project === 0), own.filter((one) => one.project === 1)]
      : [own]
  return groups
    .map((group) => {
      // In hours times the unit, so that all values are integers.
      const over =
        aggregation === 'average'
          ? total(group) - included * paid
          : aggregation === 'sum'
            ? total(group) * all - included * paid
            : (getPeak(group) - included) * paid
      return over <= 0n ? 0 : cents(over * BigInt(price.micros), all * BigInt(price.per))
    })
    .filter((amount) => amount > 0)
}

function getPeak(uses: Story['uses']): bigint {
  const together = new Map<number, bigint>()
  for (const { hour, quantity } of uses) together.set(hour, (together.get(hour) ?? 0n) + quantity)
  return [...together.values()].reduce((most, one) => (one > most ? one : most), 0n)
}
