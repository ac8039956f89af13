import { type UsageMetricId, usageMetricIds } from '@basalt/catalog'
import type { Usage, UsageOfMetric } from '@basalt/contract/billing/billing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../testing/answers.ts'
import { base, dollars, openBilled, period, listQueries } from '../../testing/billing.ts'

afterEach(() => vi.unstubAllGlobals())

const path = `${base}/usage`
const GB = 1_073_741_824
const MB = 1_048_576

const project = (quantity: number, more = {}) => ({
  project_ref: shop.ref,
  project_name: 'Shop',
  is_removed: false,
  quantity,
  ...more,
})
const deleted = { project_ref: 'gonegonegonegonegone', project_name: 'Trial', is_removed: true }

const usage = (
  used: Partial<Record<UsageMetricId, Partial<UsageOfMetric>>> = {},
  more: Partial<Usage> = {},
): Usage => ({
  ...period,
  plan: 'pro',
  metrics: usageMetricIds.map((metric) => ({
    metric,
    quantity: 0,
    included: null,
    over: 0,
    cost_micros: 0,
    projects: [],
    days: [],
    ...used[metric],
  })),
  ...more,
})

const egress = {
  quantity: 270 * GB,
  included: 250 * GB,
  over: 20 * GB,
  cost_micros: dollars(1.8),
  projects: [project(200 * GB), project(70 * GB, deleted)],
  days: [
    { day: '2026-11-01', quantity: 12 * GB },
    { day: '2026-11-02', quantity: 30 * GB },
  ],
}

const open = (answer: object, url = '/org/acme/usage', more: Answers = {}) =>
  openBilled({ [`GET ${path}`]: answer, ...more }, url)

describe('a metric', () => {
  test('shows usage, included quantity and excess, with their cost', async () => {
    open(usage({ egress }))
    const card = await screen.findByRole('region', { name: 'Egress' })
    expect(card.textContent).toContain('270 GB used · 250 GB included · 20 GB over')
    expect(card.textContent).toContain('$1.80then $0.09 per GB')
    expect(within(card).getByTitle('289,910,292,480 bytes')).toBeTruthy()
    expect(screen.getByText(/Usage costs/u).textContent).toContain('$1.80')
  })

  test('lists the projects, the largest first, with removed ones', async () => {
    open(usage({ egress }))
    const table = await screen.findByRole('table', { name: 'Egress by project' })
    const rows = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'ProjectUsed',
      'Shop200 GB74 %',
      'TrialRemoved70 GB26 %',
    ])
  })

  test('shows each day as a bar, and as a table with exact numbers', async () => {
    open(usage({ egress }))
    const card = await screen.findByRole('region', { name: 'Egress' })
    expect(
      await within(card).findByRole('img', {
        name: 'Egress by day: highest on 02 Nov 2026, 30 GB',
      }),
    ).toBeTruthy()
    await userEvent.click(within(card).getByRole('button', { name: 'Show as table' }))
    const row = within(card).getByRole('row', { name: /^02 Nov 2026/u })
    expect(row.textContent).toBe('02 Nov 202632,212,254,720 bytes')
    // Future days are not measured yet.
    expect(within(card).queryByRole('row', { name: /^22 Nov 2026/u })).toBeNull()
  })

  test('is read day by day with the arrow keys', async () => {
    open(usage({ egress }))
    const card = await screen.findByRole('region', { name: 'Egress' })
    const chart = await within(card).findByRole('group', { name: 'Chart of By day (UTC)' })
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(within(chart).getByRole('status').textContent).toBe('02 Nov 2026Egress30 GB')
    await userEvent.keyboard('{End}')
    expect(within(chart).getByRole('status').textContent).toBe('30 Nov 2026Egressupcoming')
    await userEvent.keyboard('{Escape}')
    expect(within(chart).queryByRole('status')).toBeNull()
  })

  test('with a share per project is compared project by project', async () => {
    const size = {
      quantity: 14 * GB,
      included: 8 * GB,
      over: 2 * GB,
      projects: [project(10 * GB), project(4 * GB, deleted)],
    }
    open(usage({ database_size: size }))
    const card = await screen.findByRole('region', { name: 'Database size' })
    expect(card.textContent).toContain('14 GB used · 8 GB included per project · 2 GB over')
    const table = within(card).getByRole('table', { name: 'Database size by project' })
    expect(table.textContent).toContain('10 GBof 8 GB')
  })

  test('without usage is listed at the end', async () => {
    open(usage({ egress, storage_size: { included: 100 * GB } }))
    await screen.findByRole('region', { name: 'Egress' })
    const rest = screen.getByRole('region', { name: 'Not used in this period' })
    const items = within(rest).getAllByRole('listitem')
    expect(items).toHaveLength(usageMetricIds.length - 1)
    expect(items.map((item) => item.textContent)).toContain('Storage size0 of 100 GB')
    expect(screen.queryByRole('region', { name: 'Storage size' })).toBeNull()
  })
})

describe('the quotas of Free', () => {
  const free = (quantity: number) =>
    usage(
      { database_size: { quantity, included: 500 * MB, projects: [project(quantity)] } },
      { plan: 'free' },
    )

  test('are unobtrusive below 80 %, and cost nothing', async () => {
    open(free(399 * MB))
    const card = await screen.findByRole('region', { name: 'Database size' })
    expect(card.textContent).not.toContain('$')
    expect(within(card).queryByRole('link', { name: 'Compare plans' })).toBeNull()
  })

  test('warn from 80 % on, with a link to a larger plan', async () => {
    open(free(425 * MB))
    const card = await screen.findByRole('region', { name: 'Database size' })
    expect(card.textContent).toContain('85 % of the Free plan quota is used in a project')
    const link = within(card).getByRole('link', { name: 'Compare plans' })
    expect(link.getAttribute('href')).toBe('/org/acme/billing?show=plans')
  })

  test('explain the effect when they are exceeded', async () => {
    open(free(501 * MB))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Usage in a project exceeds the quota of the Free plan')
    expect(alert.textContent).toContain('After a grace period, projects are restricted')
  })
})

describe('the displayed usage', () => {
  const october = {
    period_start: '2026-10-01T00:00:00.000Z',
    period_end: '2026-11-01T00:00:00.000Z',
  }

  test('is that of one chosen project, stored in the address', async () => {
    const { address } = open(usage({ egress }))
    await screen.findByRole('region', { name: 'Egress' })
    const filter = screen.getByLabelText('Project')
    expect(within(filter).getByRole('option', { name: 'Trial (removed)' })).toBeTruthy()
    await userEvent.selectOptions(filter, 'Shop')
    await waitFor(() => expect(listQueries(path)).toContainEqual({ project_ref: shop.ref }))
    expect(address()).toBe(`/org/acme/usage?project=${shop.ref}`)
    const card = await screen.findByRole('region', { name: 'Egress' })
    await waitFor(() => expect(card.textContent).toContain('included for all projects together'))
    expect(card.textContent).toContain('Charged in total')
  })

  test('is that of an earlier period after one step back, stored in the address too', async () => {
    const answer = () =>
      listQueries(path).at(-1)?.['at'] === undefined
        ? usage({ egress })
        : usage({ egress }, october)
    const { address } = open(answer)
    await screen.findByText('01 Nov 2026 – 30 Nov 2026')
    const back = screen.getByRole('button', { name: 'Earlier period' })
    await waitFor(() => expect(back.getAttribute('aria-disabled')).toBeNull())
    await userEvent.click(back)
    expect(await screen.findByText('01 Oct 2026 – 31 Oct 2026')).toBeTruthy()
    expect(address()).toBe('/org/acme/usage?at=2026-10-31T23%3A59%3A59.999Z')
    // The first period answers for every time before it.
    await waitFor(() => expect(back.getAttribute('aria-disabled')).toBe('true'))
    await userEvent.click(screen.getByRole('button', { name: 'This period' }))
    expect(await screen.findByText('01 Nov 2026 – 30 Nov 2026')).toBeTruthy()
    expect(address()).toBe('/org/acme/usage')
  })

  test('is that of the current period when the address has an invalid time', async () => {
    open(usage({ egress }), '/org/acme/usage?at=soon')
    await screen.findByRole('region', { name: 'Egress' })
    expect(listQueries(path)[0]).toEqual({})
  })

  test('has the time of its last measurement', async () => {
    open(usage({ egress }))
    expect((await screen.findByText(/^Measured until/u)).textContent).toContain('21 Nov 2026')
  })
})

test('an organization without usage sees which metrics are measured', async () => {
  open(usage({}, { plan: 'free' }))
  expect(await screen.findByText('No usage in this period')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Not used in this period' })).toBeTruthy()
})

test('a failure to load usage is shown with a retry', async () => {
  let isBroken = true
  open(() =>
    isBroken ? refusal(400, { kind: 'invalid_request', message: 'Not now' }) : usage({ egress }),
  )
  await screen.findByText('Usage could not be loaded')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Egress' })).toBeTruthy()
})

test('a member of single projects sees the reason, and no request is sent', async () => {
  const { calls } = open(usage(), '/org/acme/usage', { 'GET /platform/profile/permissions': [] })
  expect(
    await screen.findByText(
      'You need additional permissions to see the usage of this organization',
    ),
  ).toBeTruthy()
  expect(calls.filter(({ route }) => route === `GET ${path}`)).toEqual([])
})
