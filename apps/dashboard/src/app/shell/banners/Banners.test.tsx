import type { Organization } from '@basalt/contract/organization/organization-list'
import type { InstallStatus } from '@basalt/contract/status'
import type { Install } from '@basalt/contract/utility'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  acme,
  type Answers,
  install,
  rulesFor,
  shop,
  signedIn,
  unbilledInstall,
} from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const billing: Install = { ...install, capabilities: [...install.capabilities, 'billing'] }
const calm: InstallStatus = { components: [], incidents: [], notices: [], checked_at: null }
const overdueRoute = 'GET /platform/stripe/invoices/overdue'
const customerRoute = 'GET /platform/organizations/acme/customer'
const statusRoute = 'GET /platform/status'
const timeRoute = 'GET /api/get-utc-time'
const outage = 'dashboard-outage-2025-05-16'

const open = (organization: Partial<Organization>, more: Answers = {}, url = '/org/acme') =>
  openApp(
    url,
    signedIn({
      'GET /platform/organizations': [{ ...acme, ...organization }],
      [overdueRoute]: [],
      [statusRoute]: calm,
      [timeRoute]: () => ({ utcTime: new Date().toISOString() }),
      ...more,
    }),
    billing,
  )

/** The banner with the title; its text and link. */
async function getBanner(title: string) {
  const region = await screen.findByRole('region', { name: 'Banners' })
  const heading = await within(region).findByText(title)
  const row = heading.closest<HTMLElement>('[role=alert], [role=status]')
  if (row === null) throw new Error(`“${title}” stands in no banner`)
  return within(row)
}

const buildHref = (link: HTMLElement) => link.getAttribute('href')

const pro = { plan: { id: 'pro' as const, name: 'Pro' } }
const customer = (line1: string | null) => ({
  billing_name: null,
  address: { line1, line2: null, city: null, postal_code: null, state: null, country: null },
  tax_id: null,
  billing_via_partner: false,
})

describe('SPEC.md section 8, quota and restriction of the organization of the page', () => {
  test.each(['/org/acme', `/project/${shop.ref}`])(
    "on %s: 'Organization plan has exceeded its quota': 'You are given a grace period until {date}', as DD MMM, YYYY",
    async (url) => {
      open(
        {
          restriction_status: 'grace_period',
          restriction_data: { grace_period_end: '2026-05-09T12:00:00Z' },
        },
        {},
        url,
      )
      const banner = await getBanner('Organization plan has exceeded its quota')
      expect(banner.getByText('You are given a grace period until 09 May, 2026')).toBeTruthy()
      expect(buildHref(banner.getByRole('link', { name: 'View Details' }))).toBe(
        '/org/acme/billing',
      )
    },
  )

  test("'Grace period is over': 'Your Projects will not be able to serve requests when you used up your quota.'", async () => {
    open({ restriction_status: 'grace_period_over' })
    const banner = await getBanner('Grace period is over')
    expect(
      banner.getByText(
        'Your Projects will not be able to serve requests when you used up your quota.',
      ),
    ).toBeTruthy()
    expect(banner.getByRole('link', { name: 'View Details' })).toBeTruthy()
  })

  test("'Services Restricted': 'Your Projects are unable to serve any requests as your Organization plan has used up its quota.', as an alert", async () => {
    open({ restriction_status: 'restricted' })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Services Restricted')).toBeTruthy()
    expect(
      within(alert).getByText(
        'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
      ),
    ).toBeTruthy()
    expect(within(alert).getByRole('link', { name: 'View Details' })).toBeTruthy()
  })

  test('nothing without an open organization, and nothing without a reason', async () => {
    open({ restriction_status: 'restricted' }, {}, '/account/tokens')
    await screen.findByRole('heading', { name: 'Access tokens' })
    expect(screen.queryByText('Services Restricted')).toBeNull()
    cleanup()
    const { calls } = open({})
    await screen.findByRole('heading', { name: 'Acme' })
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(overdueRoute))
    expect(screen.queryByRole('region', { name: 'Banners' })).toBeNull()
  })
})

describe('SPEC.md section 8, overdue invoices', () => {
  const owed = (id: number) => ({
    [overdueRoute]: [
      { id: 'i', organization_id: id, number: 'B-1', total_micros: 1, due_at: '2026-01-01' },
    ],
  })

  test("'Outstanding Invoices': 'Please pay invoices to avoid service disruption.'", async () => {
    open({}, owed(1))
    const banner = await getBanner('Outstanding Invoices')
    expect(banner.getByText('Please pay invoices to avoid service disruption.')).toBeTruthy()
    const link = banner.getByRole('link', { name: 'View Details' })
    expect(buildHref(link)).toBe('/org/acme/billing#invoices')
  })

  test("'Outstanding Invoices in other Organization', with a matching message", async () => {
    open(
      {},
      {
        ...owed(2),
        'GET /platform/organizations': [acme, { ...acme, id: 2, slug: 'other', name: 'Other' }],
      },
    )
    const banner = await getBanner('Outstanding Invoices in other Organization')
    expect(
      banner.getByText('Please pay invoices of Other to avoid service disruption.'),
    ).toBeTruthy()
    const link = banner.getByRole('link', { name: 'View Details' })
    expect(buildHref(link)).toBe('/org/other/billing#invoices')
  })
})

describe('SPEC.md section 8, no billing address', () => {
  test("'Missing Billing Information': 'Please add a billing address. If you are a registered business, please add a tax ID too.'", async () => {
    open(pro, { [customerRoute]: customer(null) })
    const banner = await getBanner('Missing Billing Information')
    expect(
      banner.getByText(
        'Please add a billing address. If you are a registered business, please add a tax ID too.',
      ),
    ).toBeTruthy()
    const link = banner.getByRole('link', { name: 'View Details' })
    expect(buildHref(link)).toBe('/org/acme/billing#address')
  })

  test('with a first line there is no banner', async () => {
    const { calls } = open(pro, { [customerRoute]: customer('Shore road 1') })
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(customerRoute))
    expect(screen.queryByText('Missing Billing Information')).toBeNull()
  })

  test('SPEC.md section 5: the customer is requested only with the right to read billing, and where there is billing', async () => {
    const requested = async (rights: Answers, where: Install) => {
      const { calls } = openApp(
        '/org/acme',
        signedIn({
          'GET /platform/organizations': [{ ...acme, ...pro }],
          [statusRoute]: calm,
          [timeRoute]: () => ({ utcTime: new Date().toISOString() }),
          [customerRoute]: customer(null),
          ...rights,
        }),
        where,
      )
      await screen.findByRole('heading', { name: 'Acme' })
      await waitFor(() => expect(calls.map(({ route }) => route)).toContain(timeRoute))
      cleanup()
      return calls.some(({ route }) => route === customerRoute)
    }
    expect(await requested({}, billing)).toBe(true)
    expect(await requested({}, unbilledInstall)).toBe(false)
    const none = rulesFor('Owner').map((rule) => ({ ...rule, resources: ['projects'] }))
    expect(await requested({ 'GET /platform/profile/permissions': none }, billing)).toBe(false)
  })
})

test('a spend cap that is nearly used up is reported before anything stops', async () => {
  open({ ...pro, spend_cap_state: { percent: 75, step: null } }, { [customerRoute]: customer('x') })
  const banner = await getBanner('75 % of the spend cap is used')
  expect(banner.getByRole('link', { name: 'View Details' })).toBeTruthy()
})

describe('SPEC.md section 2, “Ongoing-incident banner linking to a status page”', () => {
  const withIncident: InstallStatus = {
    ...calm,
    incidents: [
      {
        id: '1',
        title: 'Databases are slow',
        impact: 'minor',
        status: 'investigating',
        components: [],
        regions: [],
        started_at: '2026-01-01T00:00:00Z',
        resolved_at: null,
        updates: [],
      },
    ],
  }

  test('inside the app', async () => {
    open({}, { [statusRoute]: withIncident })
    const banner = await getBanner('Ongoing incident')
    expect(banner.getByText('Databases are slow')).toBeTruthy()
    expect(buildHref(banner.getByRole('link', { name: 'Status page' }))).toBe('/status')
  })

  test('and on sign-in, without any request that needs a session', async () => {
    const { calls } = openApp(
      '/sign-in',
      {
        [statusRoute]: { ...withIncident, notices: [outage] },
        [timeRoute]: { utcTime: '2020-01-01T00:00:00Z' },
      },
      billing,
    )
    expect(await getBanner('Ongoing incident')).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 2 notices' }))
    expect(screen.getByText(/^Your computer's clock appears to be inaccurate\./u)).toBeTruthy()
    expect(screen.queryByText(/outage/u)).toBeNull()
    expect(calls.map(({ route }) => route)).not.toContain(overdueRoute)
  })
})

describe('SPEC.md section 2, “Dismissible notice of a brief dashboard outage on 16 May 2025, 22:00-23:00 UTC”', () => {
  const switchedOn = { [statusRoute]: { ...calm, notices: [outage] } }

  test('is shown where it is switched on, and “once dismissed, stays dismissed (a true flag is kept in local storage)”', async () => {
    open({}, switchedOn)
    const banner = await getBanner('Brief dashboard outage on 16 May 2025')
    expect(banner.getByText(/between 22:00 and 23:00 UTC/u)).toBeTruthy()
    await userEvent.click(banner.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Brief dashboard outage on 16 May 2025')).toBeNull()
    expect(localStorage.getItem(`basalt.notice.${outage}`)).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await userEvent.click(screen.getByRole('link', { name: 'Organizations' }))
    await screen.findByRole('heading', { name: 'Organizations' })
    expect(screen.queryByText('Brief dashboard outage on 16 May 2025')).toBeNull()
  })

  test('is not shown where it is off', async () => {
    const { calls } = open({})
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(statusRoute))
    expect(screen.queryByText('Brief dashboard outage on 16 May 2025')).toBeNull()
  })
})

describe("SPEC.md section 8, clock skew: 'Your computer's clock appears to be inaccurate. This can cause issues with certain features.'", () => {
  const text =
    "Your computer's clock appears to be inaccurate. This can cause issues with certain features."
  const off = (ms: number) => ({
    [timeRoute]: () => ({ utcTime: new Date(Date.now() + ms).toISOString() }),
  })

  test.each([-130_000, 130_000])('a difference of %d ms to the server is reported', async (ms) => {
    open({}, off(ms))
    const banner = await getBanner(text)
    expect(buildHref(banner.getByRole('link', { name: 'More information' }))).toBe('/status#clock')
  })

  test('“polled every 30 minutes”', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const { calls } = open({}, off(0))
    const requested = () => calls.filter(({ route }) => route === timeRoute).length
    await waitFor(() => expect(requested()).toBe(1))
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    expect(requested()).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    await waitFor(() => expect(requested()).toBe(2))
  })
})

test('several are one line with the most severe and a count, and all of them once expanded', async () => {
  open(
    { restriction_status: 'restricted' },
    {
      [statusRoute]: { ...calm, notices: [outage] },
      [timeRoute]: { utcTime: '2020-01-01T00:00:00Z' },
    },
  )
  await getBanner('Services Restricted')
  const region = within(screen.getByRole('region', { name: 'Banners' }))
  await region.findByText('+2')
  expect(region.queryByText('Brief dashboard outage on 16 May 2025')).toBeNull()
  await userEvent.click(region.getByRole('button', { name: 'Show all 3 notices' }))
  expect(region.getByText('Brief dashboard outage on 16 May 2025')).toBeTruthy()
  expect(region.getByText(/^Your computer's clock appears to be inaccurate\./u)).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Collapse notice' }))
  expect(region.getAllByRole('alert')).toHaveLength(1)
  expect(region.queryByRole('status')).toBeNull()
})

test('“Banners animate in over 0.2 s after a 0.5 s delay”, and not where motion is reduced', async () => {
  open({ restriction_status: 'restricted' })
  const row = await screen.findByRole('alert')
  const moving = row.closest('.animate-banner')
  expect(moving?.classList.contains('motion-reduce:animate-none')).toBe(true)
})
