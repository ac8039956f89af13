import { billing } from '@basalt/contract/billing/billing'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertMember } from '../../store/organizations.ts'
import {
  billedOrganization,
  hoursFrom,
  meteredProject,
  startBilledInstall,
  use,
} from '../../testing/billing-fixtures.ts'
import { signUp, type TestInstall } from '../../testing/test-install.ts'

const begin = '2026-03-01T00:00:00Z'
const GB = 1_073_741_824

let install: TestInstall
let setNow: (time: string) => void

beforeAll(async () => {
  ;({ install, setNow } = await startBilledInstall(begin))
})
afterAll(() => install.close())
beforeEach(() => setNow(begin))

const change = (organization: Billed, plan: 'free' | 'pro' | 'team' | 'enterprise') =>
  organization.client.call(billing.changePlan, {
    params: { slug: organization.slug },
    body: { plan },
  })
const preview = (organization: Billed, plan: 'free' | 'pro' | 'team' | 'enterprise') =>
  organization.client.call(billing.previewPlan, {
    params: { slug: organization.slug },
    query: { plan },
  })
type Billed = Awaited<ReturnType<typeof billedOrganization>>

describe('the subscription of an organization', () => {
  test('has plan, period and the time of the last measurement', async () => {
    const { client, slug } = await billedOrganization(install)
    const found = await client.call(billing.subscription, { params: { slug } })
    expect(found).toMatchObject({
      plan: { id: 'free', name: 'Free' },
      tier: 'tier_free',
      period_start: '2026-03-01T00:00:00.000Z',
      period_end: '2026-04-01T00:00:00.000Z',
      managed_by: 'basalt',
      spend_cap: { cap_micros: null, steps: [] },
    })
  })

  test('has a spend cap by default on Pro, and is pay-as-you-go without it', async () => {
    const { client, slug } = await billedOrganization(install, 'pro')
    const params = { slug }
    expect(await client.call(billing.subscription, { params })).toMatchObject({
      tier: 'tier_pro',
      spend_cap: { cap_micros: 50_000_000, spent_micros: 25_000_000 },
    })
    const body = { cap_micros: null }
    expect(await client.call(billing.setSpendCap, { params, body })).toMatchObject({
      tier: 'tier_payg',
      spend_cap: { cap_micros: null },
    })
    const { slug: open } = await client.call(organizations.create, {
      body: { name: 'Open', plan: 'pro', spend_cap: false },
    })
    expect(await client.call(billing.subscription, { params: { slug: open } })).toMatchObject({
      tier: 'tier_payg',
    })
  })
})

describe('a change of the plan', () => {
  test('shows its cost before it is made, from the next full hour', async () => {
    const organization = await billedOrganization(install)
    setNow('2026-03-16T11:20:00Z')
    const shown = await preview(organization, 'pro')
    expect(shown).toMatchObject({
      effective_at: '2026-03-16T12:00:00.000Z',
      before: { total_micros: 0 },
      after: {
        lines: [{ description: 'Pro plan', detail: '372 of 744 hours' }],
        total_micros: 12_500_000,
      },
      lost: [],
      obstacles: [],
    })
    expect(await change(organization, 'pro')).toMatchObject({ plan: { id: 'pro' } })
    const upcoming = await organization.client.call(billing.upcoming, {
      params: { slug: organization.slug },
    })
    expect(upcoming.so_far).toEqual(shown.after)
  })

  test('lists the features that a smaller plan lacks, and the affected projects', async () => {
    const organization = await billedOrganization(install, 'pro')
    const { ref } = await meteredProject(install, organization.id)
    const shown = await preview(organization, 'free')
    expect(shown.lost).toContainEqual({
      feature: 'security.platformAuditLogs',
      title: 'Audit trail of the dashboard',
      before: '7 days',
      after: '1 hour',
    })
    // Features that this install never offered are not lost.
    expect(shown.lost.map(({ feature }) => feature)).not.toContain('database.automaticBackups')
    expect(shown.projects).toMatchObject([
      { ref, name: 'Shop', effect: 'Quotas of the Free plan apply' },
    ])
    expect(await change(organization, 'free')).toMatchObject({ plan: { id: 'free' } })
  })

  test('is refused while usage exceeds the limits of the smaller plan', async () => {
    const organization = await billedOrganization(install, 'team')
    const { client, profile } = await signUp(install, 'reader')
    await client.call(organizations.list, {})
    const { id: userId } = await install.store
      .selectFrom('users')
      .select('id')
      .where('email', '=', profile.primary_email)
      .executeTakeFirstOrThrow()
    await insertMember(install.store, {
      organizationId: organization.id,
      userId,
      role: 'Read-only',
    })
    for (const name of ['One', 'Two', 'Three']) {
      await meteredProject(install, organization.id, name)
    }
    const { obstacles } = await preview(organization, 'free')
    expect(obstacles).toEqual([
      '1 member has the Read-only role, which the Free plan does not include. Assign another role first.',
      'The Free plan includes 2 active projects; 3 are active. Pause or delete 1 first.',
    ])
    await expect(change(organization, 'free')).rejects.toMatchObject({ code: 409 })
  })

  test('to and from Enterprise is made by contract, and one of a partner by the partner', async () => {
    const organization = await billedOrganization(install, 'pro')
    await expect(change(organization, 'enterprise')).rejects.toMatchObject({
      message: expect.stringContaining('Contact sales') as string,
    })
    await install.store
      .updateTable('organizations')
      .set({ billing_partner: 'vercel_marketplace' })
      .where('id', '=', organization.id)
      .execute()
    await expect(change(organization, 'team')).rejects.toMatchObject({
      message: expect.stringContaining('marketplace') as string,
    })
  })

  test('that is reverted within the hour costs one hour', async () => {
    const organization = await billedOrganization(install)
    setNow('2026-03-16T11:20:00Z')
    await change(organization, 'pro')
    setNow('2026-03-16T11:40:00Z')
    expect(await preview(organization, 'free')).toMatchObject({
      effective_at: '2026-03-16T13:00:00.000Z',
      after: { lines: [{ detail: '1 of 744 hours' }] },
    })
    await change(organization, 'free')
    const { so_far: owed } = await organization.client.call(billing.upcoming, {
      params: { slug: organization.slug },
    })
    expect(owed.total_micros).toBe(30_000)
  })

  test('keeps a custom spend cap when the fee is below it, and reports when not', async () => {
    const organization = await billedOrganization(install, 'pro')
    const params = { slug: organization.slug }
    const setCap = (cap_micros: number) =>
      organization.client.call(billing.setSpendCap, { params, body: { cap_micros } })
    await setCap(31_000_000)
    expect(await preview(organization, 'team')).toMatchObject({
      spend_cap_before_micros: 31_000_000,
      spend_cap_after_micros: null,
    })
    await setCap(900_000_000)
    expect(await change(organization, 'team')).toMatchObject({
      spend_cap: { cap_micros: 900_000_000 },
    })
  })

  test('enables the features of the plan at once', async () => {
    const organization = await billedOrganization(install)
    for (const name of ['One', 'Two']) await meteredProject(install, organization.id, name)
    const third = () =>
      organization.client.call(projects.create, {
        body: {
          organization_slug: organization.slug,
          name: 'Three',
          db_pass: 'plain-otter-Velvet-41-quarry',
          region: 'eu-central-1',
        },
      })
    await expect(third()).rejects.toMatchObject({ code: 402 })
    await change(organization, 'pro')
    await expect(third()).resolves.toMatchObject({ name: 'Three' })
  })
})

describe('spending', () => {
  test('is forecast to the end of the period, with the time of each spend limit', async () => {
    const organization = await billedOrganization(install, 'pro')
    const { client, slug, id } = organization
    const shop = await meteredProject(install, id)
    setNow('2026-03-11T00:00:00Z')
    // Twenty days in which the database is as large as now, after ten in which it was.
    await use(
      install,
      shop.id,
      hoursFrom(begin, '2026-03-11T00:00:00Z').map((hour) => ({
        metric: 'database_size',
        hour,
        quantity: 168 * GB,
      })),
    )
    const { spend_cap: cap } = await client.call(billing.subscription, { params: { slug } })
    expect(cap.forecast_micros).toBeGreaterThan(cap.spent_micros)
    expect(cap.forecast_micros).toBe(25_000_000 + 20_000_000)
    const simulated = await client.call(billing.simulateSpendCap, {
      params: { slug },
      query: { cap_micros: 30_000_000 },
    })
    expect(simulated.steps.map(({ percent, effect }) => [percent, effect])).toEqual([
      [75, null],
      [90, null],
      // This install has no assistant, no branches and no jobs, so none of them can stop.
      [100, null],
      [120, 'read_only'],
      [150, 'pause'],
    ])
    expect(
      simulated.steps.filter(({ is_reached }) => is_reached).map(({ percent }) => percent),
    ).toEqual([75, 90, 100])
    const next = simulated.steps.find(({ percent }) => percent === 120)
    expect(Date.parse(next?.expected_at ?? '')).toBeGreaterThan(Date.parse('2026-03-11T00:00:00Z'))
    expect(simulated.steps.at(-1)).toMatchObject({
      at_micros: 45_000_000,
      expected_at: '2026-04-01T00:00:00.000Z',
    })
  })
})
