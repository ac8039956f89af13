import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, refusal, rulesFor, unbilledInstall } from '../../testing/answers.ts'
import {
  base,
  dollars,
  freeAnswers,
  invoice,
  line,
  openBilled,
  pro,
  sectionWith,
} from '../../testing/billing.ts'
import { requested } from '../../testing/open-team.ts'

afterEach(() => vi.unstubAllGlobals())

const isDisabled = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the plan', () => {
  test('shows its price, its period and the charges of the period', async () => {
    openBilled()
    const plan = await sectionWith('Plan', '$25.00 per month')
    expect(plan.textContent).toContain('01 Nov 2026 – 30 Nov 2026. Renews on 01 Dec 2026.')
    expect(plan.textContent).toContain('Current period so far$31.20')
    expect(plan.textContent).toContain('Forecast for the period$61.20')
    expect(plan.textContent).toContain('Spend cap$50.00')
  })

  test('Free has no renewal and no cap', async () => {
    openBilled(freeAnswers)
    const plan = await sectionWith('Plan', '$0.00 per month')
    expect(plan.textContent).toContain('Quotas reset on 01 Dec 2026.')
    expect(await screen.findByText(/The Free plan has no charges/u)).toBeTruthy()
    expect(
      await screen.findByText(/The first one is issued after a billing period with charges/u),
    ).toBeTruthy()
    expect(await screen.findByText('No charges')).toBeTruthy()
  })

  test.each([
    ['vercel_marketplace', 'vercel-marketplace', 'Vercel Marketplace'],
    ['aws', 'aws-marketplace', 'AWS Marketplace'],
  ] as const)(
    'of an organization through %s names who bills it and where to change it, and is read-only',
    async (partner, managedBy, name) => {
      const { calls } = openBilled({
        'GET /platform/organizations': [
          { ...acme, plan: pro.plan, billing_partner: partner, managed_by: managedBy },
        ],
        [`GET ${base}/billing/subscription`]: { ...pro, managed_by: managedBy },
      })
      expect(await screen.findByText(`${name} bills this organization`)).toBeTruthy()
      expect(screen.getByRole('link', { name: `Open ${name}` })).toBeTruthy()
      expect(isDisabled(await button('Change plan'))).toBe(true)
      await screen.findByText('ACME-2026-0007')
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
      expect(calls.filter(({ route }) => route === `GET ${base}/customer`)).toEqual([])
    },
  )
})

test('the upcoming invoice has its current lines next to those of the forecast', async () => {
  openBilled()
  const table = await screen.findByRole('table', { name: 'Upcoming invoice items' })
  const [, plan, egress, total] = within(table).getAllByRole('row')
  expect(plan?.textContent).toBe('Pro plan$25.00$25.00$25.00')
  expect(egress?.textContent).toBe(
    'EgressOver the 250 GB included$0.09 per GB$6.206.2 GB$36.2036.2 GB',
  )
  expect(total?.textContent).toBe('Total$31.20$61.20')
})

describe('past invoices', () => {
  const paid = {
    ...invoice,
    id: '00000000-0000-4000-8000-000000000006',
    number: 'ACME-2026-0006',
    status: 'paid' as const,
    issued_at: '2026-10-01T00:00:00.000Z',
    paid_at: '2026-10-03T00:00:00.000Z',
  }
  const getRowFor = async (number: string) => {
    const row = (await screen.findByText(number)).closest('tr')
    if (row === null) throw new Error(`${number} stands in no row`)
    return row
  }

  test('show number, period, status and amount, newest first', async () => {
    openBilled({ [`GET ${base}/billing/invoices`]: [paid, invoice] })
    const row = await getRowFor('ACME-2026-0007')
    expect(row.textContent).toContain('01 Oct 2026 – 31 Oct 2026')
    expect(row.textContent).toContain('OverdueSince 15 Nov 2026')
    expect(row.textContent).toContain('$26.13')
    const earlier = await getRowFor('ACME-2026-0006')
    expect(earlier.textContent).toContain('Paidon 03 Oct 2026')
    expect(row.compareDocumentPosition(earlier)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('show a notice above them when one is overdue', async () => {
    openBilled()
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Invoice ACME-2026-0007 was due on 15 Nov 2026')
  })

  test('have a file each, a receipt when paid, and a payment link if available', async () => {
    openBilled({
      [`GET ${base}/billing/invoices`]: [paid, { ...invoice, pay_url: 'https://pay.test/7' }],
    })
    const pay = await screen.findByRole('link', { name: 'Pay invoice ACME-2026-0007' })
    expect(pay.getAttribute('href')).toBe('https://pay.test/7')
    const pdf = screen.getByRole('link', { name: 'PDF of invoice ACME-2026-0007' })
    expect(pdf.getAttribute('href')).toBe(`${base}/billing/invoices/${invoice.id}/pdf`)
    expect(screen.queryByRole('link', { name: 'Receipt of invoice ACME-2026-0007' })).toBeNull()
    const receipt = screen.getByRole('link', { name: 'Receipt of invoice ACME-2026-0006' })
    expect(receipt.getAttribute('href')).toBe(`${base}/billing/invoices/${paid.id}/receipt`)
  })

  test('open with their lines, which add up to the total', async () => {
    const lines = [line(), line({ description: 'Egress', amount_micros: dollars(11.13) })]
    openBilled({ [`GET ${base}/billing/invoices/${invoice.id}`]: { invoice, lines } })
    await userEvent.click(await button('ACME-2026-0007'))
    const table = await screen.findByRole('table', { name: 'Invoice items' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'Pro plan$25.00$25.00',
      'Egress$25.00$11.13',
      'Subtotal$36.13',
      'From your credits-$10.00',
      'Total$26.13',
    ])
  })
})

describe('payment methods', () => {
  const visa = { id: 'm1', brand: 'visa', last4: '4242', expires: '09/2027', is_default: true }
  const sepa = { id: 'm2', brand: 'sepa_debit', last4: '3000', expires: null, is_default: false }
  const takesCards = {
    [`GET ${base}/billing/subscription`]: { ...pro, takes_cards: true },
    [`GET ${base}/billing/payment-methods`]: [visa, sepa],
  }

  test('without card payments, one sentence names who settles invoices', async () => {
    const { calls } = openBilled()
    expect(await screen.findByText(/Your administrator settles invoices/u)).toBeTruthy()
    expect(calls.map(({ route }) => route)).not.toContain(`GET ${base}/billing/payment-methods`)
  })

  test('are listed with the default, which can be changed', async () => {
    const { calls } = openBilled({
      ...takesCards,
      [`PUT ${base}/billing/payment-methods/m2/default`]: { ok: true },
    })
    const section = await sectionWith('Payment methods', 'Visa ending in 4242')
    expect(section.textContent).toContain('Visa ending in 4242expires 09/2027Default')
    await userEvent.click(await button('Make Sepa debit ending in 3000 the default'))
    expect(await screen.findByText('Sepa debit ending in 3000 is now the default')).toBeTruthy()
    expect(requested(calls, `PUT ${base}/billing/payment-methods/m2/default`)).toHaveLength(1)
  })

  test('are removed only after a confirmation, which names the effect on the default', async () => {
    const { calls } = openBilled({
      ...takesCards,
      [`DELETE ${base}/billing/payment-methods/m1`]: { ok: true },
    })
    await userEvent.click(await button('Remove Visa ending in 4242'))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Visa ending in 4242?' })
    expect(dialog.textContent).toContain('It is the default')
    expect(requested(calls, `DELETE ${base}/billing/payment-methods/m1`)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(requested(calls, `DELETE ${base}/billing/payment-methods/m1`)).toHaveLength(1),
    )
  })

  test('a refusal of the payment provider is reported', async () => {
    openBilled({
      ...takesCards,
      [`POST ${base}/billing/payment-methods`]: refusal(409, {
        kind: 'conflict',
        message: 'The provider is away',
      }),
    })
    await userEvent.click(await button('Add card'))
    expect(await screen.findByText('The provider is away')).toBeTruthy()
  })
})

test('credits have a balance, and entries with their origin', async () => {
  openBilled({
    [`GET ${base}/billing/credits`]: {
      balance_micros: dollars(20),
      entries: [
        {
          id: '2',
          amount_micros: dollars(-10),
          reason: 'Invoice ACME-2026-0007',
          invoice_number: 'ACME-2026-0007',
          created_at: '2026-11-01T00:00:00Z',
        },
        {
          id: '1',
          amount_micros: dollars(30),
          reason: 'Welcome',
          invoice_number: null,
          created_at: '2026-09-01T00:00:00Z',
        },
      ],
    },
  })
  const section = await sectionWith('Credits', 'Welcome')
  expect(section.textContent).toContain('$20.00')
  const [, used, given] = within(section).getAllByRole('row')
  expect(used?.textContent).toMatch(/^Invoice ACME-2026-0007.*-\$10\.00$/u)
  expect(given?.textContent).toMatch(/^Welcome.*\+\$30\.00$/u)
})

describe('links to a part of the page', () => {
  test.each([
    ['address', 'Billing address and tax ID'],
    ['invoices', 'Past invoices'],
  ])('#%s scroll to it when the page is opened', async (anchor, name) => {
    const scrolled = vi.fn<(element: Element) => void>()
    openBilled({}, `/org/acme/billing#${anchor}`)
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolled(this)
    }
    const section = await screen.findByRole('region', { name })
    await waitFor(() => expect(document.activeElement).toBe(section))
    expect(section.id).toBe(anchor)
    expect(scrolled.mock.calls.every(([element]) => element === section)).toBe(true)
    expect(scrolled).toHaveBeenCalled()
  })

  test('stay in view while content above grows, until the user scrolls', async () => {
    const grow: (() => void)[] = []
    openBilled({}, '/org/acme/billing#invoices')
    const isWatched = vi.fn<() => void>()
    vi.stubGlobal(
      'ResizeObserver',
      class {
        private callback: (() => void) | undefined
        constructor(callback: () => void) {
          this.callback = callback
          grow.push(() => this.callback?.())
        }
        observe = isWatched
        unobserve = () => undefined
        disconnect = () => {
          this.callback = undefined
        }
      },
    )
    const scrolled = vi.fn<() => void>()
    Element.prototype.scrollIntoView = scrolled
    await waitFor(() => expect(isWatched).toHaveBeenCalled())
    const before = scrolled.mock.calls.length
    for (const action of grow) action()
    expect(scrolled.mock.calls.length).toBeGreaterThan(before)
    globalThis.dispatchEvent(new Event('wheel'))
    const after = scrolled.mock.calls.length
    for (const action of grow) action()
    expect(scrolled).toHaveBeenCalledTimes(after)
  })
})

describe('access to billing', () => {
  const as = (role: 'Developer' | 'Read-only') => ({
    'GET /platform/profile/permissions': rulesFor(role),
  })

  test('a developer reads all of it, and every control has its reason', async () => {
    openBilled(as('Developer'))
    expect(isDisabled(await button('Change plan'))).toBe(true)
    await screen.findByRole('form', { name: 'Billing address and tax ID' })
    await screen.findByRole('form', { name: 'Billing email' })
    for (const save of await screen.findAllByRole('button', { name: 'Save' })) {
      expect(isDisabled(save)).toBe(true)
    }
    for (const what of ['the spend cap', 'the billing address', 'the billing email']) {
      const text = `You need additional permissions to change ${what}`
      expect(await screen.findByText(text)).toBeTruthy()
    }
    expect(screen.getByLabelText('Street and number')).toHaveProperty('readOnly', true)
    expect(screen.getByLabelText('Country')).toHaveProperty('disabled', true)
  })

  test('a member of single projects sees the reason, and no request is sent', async () => {
    const { calls } = openBilled({ 'GET /platform/profile/permissions': [] })
    expect(
      await screen.findByText(
        'You need additional permissions to see the billing of this organization',
      ),
    ).toBeTruthy()
    expect(calls.filter(({ route }) => route.startsWith(`GET ${base}/`))).toEqual([])
  })

  test('an install without billing has neither page nor tab', async () => {
    openBilled({}, '/org/acme/billing', unbilledInstall)
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
    openBilled({}, '/org/acme/general', unbilledInstall)
    await screen.findAllByRole('link', { name: 'Team' })
    expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull()
  })

  test('with billing, the organization has tabs for both', async () => {
    openBilled()
    const nav = await screen.findByRole('navigation', { name: 'Organization' })
    expect(within(nav).getByRole('link', { name: 'Billing' }).getAttribute('aria-current')).toBe(
      'page',
    )
    expect(within(nav).getByRole('link', { name: 'Usage' }).getAttribute('href')).toBe(
      '/org/acme/usage',
    )
  })
})

test('one failing part does not affect the others, and can be retried', async () => {
  let isBroken = true
  openBilled({
    [`GET ${base}/billing/invoices`]: () =>
      isBroken ? refusal(400, { kind: 'invalid_request', message: 'Not now' }) : [invoice],
  })
  const failed = await screen.findByText('The past invoices could not be loaded')
  expect(await sectionWith('Plan', '$25.00 per month')).toBeTruthy()
  isBroken = false
  const panel = failed.closest<HTMLElement>('[role="alert"]')
  if (panel === null) throw new Error('The failure stands in no panel')
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('ACME-2026-0007')).toBeTruthy()
})
