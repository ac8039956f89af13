import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, type Answers, refusal, rulesFor } from '../../testing/answers.ts'
import {
  base,
  getCap,
  dollars,
  freeAnswers,
  invoice,
  openBilled,
  pro,
  sectionWith,
} from '../../testing/billing.ts'

afterEach(() => vi.unstubAllGlobals())

const broken = refusal(400, { kind: 'invalid_request', message: 'Not now', requestId: 'r-1' })

describe('each part of the page fails by itself, shows the error and can be retried', () => {
  test.each([
    ['billing/subscription', 'The plan could not be loaded'],
    ['billing/subscription', 'The spend cap could not be loaded'],
    ['billing/invoices/upcoming', 'The upcoming invoice could not be loaded'],
    ['billing/subscription', 'The payment methods could not be loaded'],
    ['billing/credits', 'The credits could not be loaded'],
    ['billing/emails', 'The billing email could not be loaded'],
    ['customer', 'The billing address could not be loaded'],
  ])('%s: “%s”', async (path, title) => {
    openBilled({ [`GET ${base}/${path}`]: broken })
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role="alert"]')
    if (alert === null) throw new Error(`“${title}” stands in no alert`)
    expect(alert.textContent).toContain('Not now')
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
    // The others are there all the same.
    expect(await screen.findByText('ACME-2026-0007')).toBeTruthy()
  })
})

describe('a new organization on Free', () => {
  test('has every part of the page, each with an empty state', async () => {
    openBilled(freeAnswers)
    for (const text of [
      /needs no spend cap. When a quota is used up, a grace period begins/u,
      'No charges',
      /^No invoices yet\. The first one is issued after a billing period/u,
      'No credits yet.',
      /^No billing address yet/u,
    ]) {
      expect(await screen.findByText(text)).toBeTruthy()
    }
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('has no card yet and explains how invoices are paid', async () => {
    openBilled({ [`GET ${base}/billing/subscription`]: { ...pro, takes_cards: true } })
    expect(await screen.findByText(/Pay your invoices manually/u)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add card' })).toBeTruthy()
  })
})

test('several overdue invoices are counted', async () => {
  const second = { ...invoice, id: '00000000-0000-4000-8000-000000000008', number: 'ACME-8' }
  openBilled({ [`GET ${base}/billing/invoices`]: [invoice, second] })
  expect((await screen.findByRole('alert')).textContent).toContain('2 invoices are overdue')
})

test('a void invoice is neither due nor paid: it has its file, and no receipt', async () => {
  openBilled({
    [`GET ${base}/billing/invoices`]: [{ ...invoice, status: 'void', pay_url: 'https://pay.test' }],
  })
  const section = await sectionWith('Past invoices', 'Void')
  const links = within(section).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'PDF of invoice ACME-2026-0007',
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an invoice whose lines cannot be loaded shows the error in its panel', async () => {
  openBilled({ [`GET ${base}/billing/invoices/${invoice.id}`]: broken })
  await userEvent.click(await screen.findByRole('button', { name: 'ACME-2026-0007' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invoice' })
  expect(await within(dialog).findByText('The invoice could not be loaded')).toBeTruthy()
})

describe('addresses of the page', () => {
  const title = (name: string) => screen.findByRole('heading', { level: 1, name })
  const openPlans = async (url: string, more: Answers = {}) => {
    openBilled(more, url)
    await title('Plans')
    await screen.findByRole('region', { name: 'Team' })
  }

  test.each([
    ['the current plan', 'pro'],
    ['one that is agreed by contract', 'enterprise'],
    ['none that there is', 'platinum'],
  ])('with %s as the chosen plan show the plans without a preview', async (_, plan) => {
    await openPlans(`/org/acme/billing?show=plans&plan=${plan}`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('of an organization that a partner bills show the plans, and who changes them', async () => {
    const managed = { managed_by: 'aws-marketplace' as const }
    await openPlans('/org/acme/billing?show=plans&plan=team', {
      'GET /platform/organizations': [{ ...acme, billing_partner: 'aws', ...managed }],
      [`GET ${base}/billing/subscription`]: { ...pro, ...managed },
    })
    expect(screen.getByText('Billed through AWS Marketplace. Change it there.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const upgrade = screen.getByRole('button', { name: 'Upgrade to Team' })
    expect(upgrade.getAttribute('aria-disabled')).toBe('true')
  })

  test('with invalid parts show the page itself', async () => {
    openBilled({}, '/org/acme/billing?show=everything')
    expect(await title('Billing')).toBeTruthy()
    expect(document.title).toBe('Billing · Basalt')
  })

  test('lead back from the plans', async () => {
    const { address } = openBilled({}, '/org/acme/billing?show=plans')
    await title('Plans')
    await userEvent.click(screen.getByRole('link', { name: 'Back to billing' }))
    expect(await title('Billing')).toBeTruthy()
    expect(address()).toBe('/org/acme/billing')
  })
})

test('a user with access to invoices only sees those, and the names of the other parts', async () => {
  const rules = rulesFor('Read-only').map((rule) => ({
    ...rule,
    resources: rule.actions.includes('billing:Read') ? ['stripe.invoices'] : rule.resources,
  }))
  const { calls } = openBilled({ 'GET /platform/profile/permissions': rules })
  expect(await screen.findByText('ACME-2026-0007')).toBeTruthy()
  expect(screen.getByText('You need additional permissions to see the plan')).toBeTruthy()
  expect(screen.getByText('You need additional permissions to see the billing email')).toBeTruthy()
  expect(calls.map(({ route }) => route)).not.toContain(`GET ${base}/billing/subscription`)
})

test('spending beyond the cap is drawn and labelled, at any scale', async () => {
  const cap = getCap(50, { spent: 90, forecast: 120 })
  openBilled({ [`GET ${base}/billing/subscription`]: { ...pro, spend_cap: cap } })
  const section = await sectionWith('Spend cap', '$90.00 so far, $120.00 forecast')
  expect(section.textContent).toContain('Your spend cap: some features have already stopped.')
  expect(section.textContent).toContain('$75.00150 %Projects are paused')
  expect(within(section).getAllByText('Reached')).toHaveLength(7)
  expect(cap.forecast_micros).toBe(dollars(120))
})
