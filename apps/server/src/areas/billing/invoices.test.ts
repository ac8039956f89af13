import { customers } from '@basalt/contract/billing/customer'
import { invoices, operatorBilling } from '@basalt/contract/billing/invoices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  billedOrganization,
  measuredThrough,
  startBilledInstall,
} from '../../testing/billing-fixtures.ts'
import { type ConnectedClient, signUp, type TestInstall } from '../../testing/test-install.ts'
import { closePeriods } from './closing/closing.ts'

const begin = '2026-03-01T00:00:00Z'

let install: TestInstall
let setNow: (time: string) => void
let operator: ConnectedClient
let payer: Awaited<ReturnType<typeof billedOrganization>>

beforeAll(async () => {
  ;({ install, setNow } = await startBilledInstall(begin))
  const { client, email } = await signUp(install, 'operator')
  await install.store
    .updateTable('users')
    .set({ is_operator: true })
    .where('email', '=', email)
    .execute()
  operator = client
  payer = await billedOrganization(install, 'pro')
})
afterAll(() => install.close())

async function billingAt(time: string) {
  setNow(time)
  await measuredThrough(install, time)
  await closePeriods({ ...install.parts, log: install.parts.logger }, new Date(time))
}

const params = () => ({ slug: payer.slug })
const listed = () => payer.client.call(invoices.list, { params: params() })

describe('an invoice, from the end of a period to the receipt', () => {
  const address = {
    line1: '12 Quarry Lane',
    line2: null,
    city: 'Basel',
    postal_code: '4051',
    state: null,
    country: 'CH',
  }

  test('name, address and tax id are on the invoice unchanged', async () => {
    const body = {
      billing_name: 'Payers Ltd',
      address,
      tax_id: { value: 'CHE-123.456.788 MWST' },
    }
    await payer.client.call(customers.update, { params: params(), body })
    expect(await payer.client.call(customers.get, { params: params() })).toEqual({
      ...body,
      tax_id: { type: null, value: 'CHE-123.456.788 MWST' },
      billing_via_partner: false,
    })
    await billingAt('2026-04-01T02:00:00Z')
    const [invoice] = await listed()
    expect(invoice).toMatchObject({ status: 'open', total_micros: 25_000_000, pay_url: null })
    const { lines } = await payer.client.call(invoices.get, {
      params: { ...params(), id: invoice?.id ?? '' },
    })
    expect(lines).toMatchObject([{ kind: 'plan', description: 'Pro plan' }])
  })

  test('it is overdue after its due date, and users with access to billing are notified', async () => {
    setNow('2026-04-14T00:00:00Z')
    expect(await payer.client.call(invoices.overdue, {})).toEqual([])
    setNow('2026-04-15T03:00:00Z')
    expect(await listed()).toMatchObject([{ status: 'overdue' }])
    expect(await payer.client.call(invoices.overdue, {})).toMatchObject([
      { organization_id: payer.id, total_micros: 25_000_000 },
    ])
    const outsider = await signUp(install, 'outsider')
    expect(await outsider.client.call(invoices.overdue, {})).toEqual([])
  })

  test('the operator marks it as paid, once, which creates a receipt', async () => {
    const [invoice] = await operator.call(operatorBilling.invoices, {
      query: { status: 'overdue' },
    })
    const file = (kind: 'pdf' | 'receipt') =>
      fetch(
        `${install.url}/platform/organizations/${payer.slug}/billing/invoices/${invoice?.id}/${kind}`,
        { headers: { cookie: `basalt_session=${payer.client.cookies.get('basalt_session')}` } },
      )
    expect((await file('receipt')).status).toBe(409)
    const paid = { params: { id: invoice?.id ?? '' } }
    await operator.call(operatorBilling.markPaid, paid)
    await expect(operator.call(operatorBilling.markPaid, paid)).rejects.toMatchObject({ code: 409 })
    expect(await listed()).toMatchObject([{ status: 'paid' }])
    for (const kind of ['pdf', 'receipt'] as const) {
      const answer = await file(kind)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('content-disposition')).toContain(`${invoice?.number}.pdf`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  test('an invoice of another organization does not exist', async () => {
    const [invoice] = await listed()
    const other = await billedOrganization(install)
    await expect(
      other.client.call(invoices.get, { params: { slug: other.slug, id: invoice?.id ?? '' } }),
    ).rejects.toMatchObject({ code: 404, message: 'This invoice does not exist' })
  })
})

describe('credits', () => {
  test('are granted by the operator, used by the next invoice, and never negative', async () => {
    const grant = (amount_micros: number) =>
      operator.call(operatorBilling.grantCredit, {
        body: { organization_slug: payer.slug, amount_micros, reason: 'For the outage' },
      })
    await grant(10_000_000)
    await expect(grant(-10_010_000)).rejects.toMatchObject({
      fields: { amount_micros: expect.any(String) as string },
    })
    await billingAt('2026-05-01T02:00:00Z')
    expect((await listed())[0]).toMatchObject({
      subtotal_micros: 25_000_000,
      credit_micros: 10_000_000,
      total_micros: 15_000_000,
    })
    const ledger = await payer.client.call(customers.credits, { params: params() })
    expect(ledger.balance_micros).toBe(0)
    expect(ledger.entries.map((entry) => entry.amount_micros)).toEqual([-10_000_000, 10_000_000])
  })

  test('that cover everything leave nothing to pay', async () => {
    await operator.call(operatorBilling.grantCredit, {
      body: { organization_slug: payer.slug, amount_micros: 40_000_000, reason: 'A gift' },
    })
    await billingAt('2026-06-01T02:00:00Z')
    expect((await listed())[0]).toMatchObject({ total_micros: 0, status: 'paid' })
  })
})

test('emails go to the billing address and the additional ones; invalid ones are refused at the field', async () => {
  const body = { billing_email: 'Bills@Example.test ', extra_emails: ['cfo@example.test'] }
  expect(await payer.client.call(customers.updateEmails, { params: params(), body })).toEqual({
    billing_email: 'bills@example.test',
    extra_emails: ['cfo@example.test'],
  })
  await expect(
    payer.client.call(customers.updateEmails, {
      params: params(),
      body: { billing_email: 'nobody', extra_emails: [] },
    }),
  ).rejects.toMatchObject({ fields: { billing_email: 'Enter an email address' } })
  await billingAt('2026-07-01T02:00:00Z')
  const mails = await install.store
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', 'in', ['bills@example.test', 'cfo@example.test'])
    .execute()
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
    'bills@example.test',
    'cfo@example.test',
  ])
})

test('a voided invoice is no longer due', async () => {
  const [open] = await operator.call(operatorBilling.invoices, { query: { status: 'open' } })
  await operator.call(operatorBilling.void, { params: { id: open?.id ?? '' } })
  expect((await listed()).filter(({ status }) => status === 'void')).toMatchObject([
    { id: open?.id },
  ])
})
