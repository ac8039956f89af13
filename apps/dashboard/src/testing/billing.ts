import { spendLimits } from '@basalt/catalog'
import type { Charge, InvoiceLine } from '@basalt/contract/billing/amounts'
import type { Subscription } from '@basalt/contract/billing/billing'
import type { Invoice } from '@basalt/contract/billing/invoices'
import type { Install } from '@basalt/contract/utility'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'

import { acme, type Answers, install, signedIn } from './answers.ts'
import { openApp } from './open-app.tsx'

export const base = '/platform/organizations/acme'
export const billed: Install = { ...install, capabilities: [...install.capabilities, 'billing'] }
export const dollars = (amount: number) => Math.round(amount * 1_000_000)

/** The spend limits of a cap, with those that spending has reached. */
export const getCap = (cap: number | null, { spent = 31.2, forecast = 61.2 } = {}) => ({
  cap_micros: cap === null ? null : dollars(cap),
  spent_micros: dollars(spent),
  forecast_micros: dollars(forecast),
  steps:
    cap === null
      ? []
      : spendLimits.map(({ percent, effect }) => {
          const at = (cap * percent) / 100
          const isExpected = at > spent && at <= forecast
          return {
            percent,
            effect,
            at_micros: dollars(at),
            is_reached: at <= spent,
            expected_at: isExpected ? '2026-11-28T12:00:00.000Z' : null,
          }
        }),
})

export const period = {
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
  measured_through: '2026-11-21T10:00:00.000Z',
}

export const pro: Subscription = {
  ...period,
  plan: { id: 'pro', name: 'Pro' },
  tier: 'tier_pro',
  managed_by: 'basalt',
  spend_cap: getCap(50),
  credit_micros: 0,
  takes_cards: false,
}

const free: Subscription = {
  ...pro,
  plan: { id: 'free', name: 'Free' },
  tier: 'tier_free',
  spend_cap: getCap(null, { spent: 0, forecast: 0 }),
}

export const line = (more: Partial<InvoiceLine> = {}): InvoiceLine => ({
  kind: 'plan',
  description: 'Pro plan',
  detail: null,
  metric: null,
  project_ref: null,
  quantity: null,
  unit_price: '$25.00',
  amount_micros: dollars(25),
  ...more,
})

export const egressLine = (amount: number): InvoiceLine =>
  line({
    kind: 'usage',
    description: 'Egress',
    detail: 'Over the 250 GB included',
    metric: 'egress',
    quantity: `${amount} GB`,
    unit_price: '$0.09 per GB',
    amount_micros: dollars(amount),
  })

export function charge(lines: InvoiceLine[], credit = 0): Charge {
  const subtotal = lines.reduce((sum, { amount_micros: amount }) => sum + amount, 0)
  return {
    lines,
    subtotal_micros: subtotal,
    credit_micros: dollars(credit),
    total_micros: subtotal - dollars(credit),
  }
}

export const invoice: Invoice = {
  id: '00000000-0000-4000-8000-000000000007',
  number: 'ACME-2026-0007',
  organization_slug: 'acme',
  organization_name: 'Acme',
  period_start: '2026-10-01T00:00:00.000Z',
  period_end: '2026-11-01T00:00:00.000Z',
  issued_at: '2026-11-01T00:00:00.000Z',
  due_at: '2026-11-15T00:00:00.000Z',
  status: 'overdue',
  paid_at: null,
  subtotal_micros: dollars(36.13),
  credit_micros: dollars(10),
  total_micros: dollars(26.13),
  pay_url: null,
}

export const emptyCustomer = {
  billing_name: null,
  address: null,
  tax_id: null,
  billing_via_partner: false,
}

const nothing = charge([])

/** Requests of the billing page of an organization on Pro. */
const proAnswers: Answers = {
  'GET /platform/organizations': [{ ...acme, plan: pro.plan }],
  [`GET ${base}/billing/subscription`]: pro,
  [`GET ${base}/billing/invoices/upcoming`]: {
    ...period,
    so_far: charge([line(), egressLine(6.2)]),
    forecast: charge([line(), egressLine(36.2)]),
  },
  [`GET ${base}/billing/invoices`]: [invoice],
  [`GET ${base}/billing/payment-methods`]: [],
  [`GET ${base}/billing/credits`]: { balance_micros: 0, entries: [] },
  [`GET ${base}/billing/emails`]: { billing_email: 'bill@acme.test', extra_emails: [] },
  [`GET ${base}/customer`]: emptyCustomer,
  [`GET ${base}/billing/spend-cap/simulation`]: getCap(30),
}

/** The same for one that is new, on Free. */
export const freeAnswers: Answers = {
  'GET /platform/organizations': [acme],
  [`GET ${base}/billing/subscription`]: free,
  [`GET ${base}/billing/invoices/upcoming`]: { ...period, so_far: nothing, forecast: nothing },
  [`GET ${base}/billing/invoices`]: [],
  [`GET ${base}/billing/emails`]: { billing_email: null, extra_emails: [] },
}

/** Opens a page of an organization on Pro where the install bills. */
export function openBilled(more: Answers = {}, url = '/org/acme/billing', on: Install = billed) {
  return openApp(url, signedIn({ ...proAnswers, ...more }), on)
}

/** The section with a name, once its content is there. */
export async function sectionWith(name: string, content: RegExp | string): Promise<HTMLElement> {
  const found = (await screen.findAllByText(content))
    .map((element) => element.closest<HTMLElement>(`section[aria-label="${name}"]`))
    .find((section) => section !== null)
  if (found === undefined || found === null) throw new Error(`${name} does not show ${content}`)
  return found
}

/** The queries of the calls to a path, in order. */
export const listQueries = (path: string): Record<string, string>[] =>
  vi
    .mocked(fetch)
    .mock.calls.map(([url]) => new URL(typeof url === 'string' ? url : '', 'http://basalt.test'))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams))
