import { randomUUID } from 'node:crypto'

import { invoices, operatorBilling } from '@basalt/contract/billing/invoices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertInvoice } from '../../store/invoices.ts'
import { billedOrganization, startBilledInstall } from '../../testing/billing-fixtures.ts'
import {
  type PaymentServer,
  secretKey,
  signedEvent,
  startPaymentServer,
  webhookSecret,
} from '../../testing/payment-server.ts'
import { signUpOperator } from '../../testing/support-fixtures.ts'
import type { TestInstall } from '../../testing/test-install.ts'
import { stripePayments } from './payments/stripe-payments.ts'

const begin = '2026-03-01T00:00:00Z'
const now = new Date(begin)

let install: TestInstall
let server: PaymentServer
let payer: Awaited<ReturnType<typeof billedOrganization>>

beforeAll(async () => {
  server = await startPaymentServer()
  const payments = stripePayments({
    secretKey,
    webhookSecret,
    apiUrl: server.url,
    clock: () => now,
  })
  ;({ install } = await startBilledInstall(begin, { payments }))
  payer = await billedOrganization(install)
})
afterAll(async () => {
  await install.close()
  await server.close()
})

let invoiceId = ''
let month = 0

beforeEach(async () => {
  month += 1
  const period = {
    start: new Date(Date.UTC(2024, month, 1)),
    end: new Date(Date.UTC(2024, month + 1, 1)),
  }
  const { id } = await insertInvoice(install.store, {
    organizationId: payer.id,
    period,
    charge: {
      subtotal_micros: 25_000_000,
      credit_micros: 0,
      total_micros: 25_000_000,
      lines: [
        {
          kind: 'plan',
          description: 'Pro plan',
          detail: null,
          metric: null,
          project_ref: null,
          quantity: null,
          unit_price: null,
          amount_micros: 25_000_000,
        },
      ],
    },
    customer: { name: 'Payer', email: null, address: null, taxId: null } as never,
    at: now,
  })
  invoiceId = id
})

const getEvent = (type: string, change: object = {}) => ({
  type,
  object: {
    id: 'in_1',
    metadata: { basalt_invoice_id: invoiceId, organization_id: String(payer.id) },
    ...change,
  },
})

type Sent = { body: Buffer; signature?: string }

const send = ({ body, signature }: Sent, headers: Record<string, string> = {}) =>
  fetch(`${install.url}/platform/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
      ...headers,
    },
    body: new Uint8Array(body),
  })

async function stored() {
  const { status, paid_at, paid_by } = await install.store
    .selectFrom('invoices')
    .select(['status', 'paid_at', 'paid_by'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return { status, paid_at, paid_by }
}

async function auditedActions() {
  const rows = await install.store
    .selectFrom('audit_log')
    .select(['action', 'organization_id', 'actor_name'])
    .where('target_id', '=', invoiceId)
    .execute()
  expect(rows.every((row) => row.organization_id === payer.id)).toBe(true)
  return rows.map((row) => `${row.actor_name}: ${row.action}`)
}

describe('an event of the payment provider', () => {
  test('marks an invoice as paid, at the time of the payment, with an audit entry', async () => {
    const at = new Date(now.getTime() - 60_000)
    const answer = await send(signedEvent(getEvent('invoice.paid'), { at }))
    expect(answer.status).toBe(200)
    expect(await stored()).toEqual({ status: 'paid', paid_at: at, paid_by: 'Stripe' })
    const listed = await payer.client.call(invoices.list, { params: { slug: payer.slug } })
    expect(listed.find(({ id }) => id === invoiceId)).toMatchObject({ status: 'paid' })
    expect(await auditedActions()).toEqual(['Stripe: invoice.paid'])
  })

  test('is applied once, when it is sent repeatedly and concurrently', async () => {
    const event = signedEvent(getEvent('invoice.paid'), { at: now })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await auditedActions()).toEqual(['Stripe: invoice.paid'])
    const noted = await install.store
      .selectFrom('payment_events')
      .selectAll()
      .where('id', '=', event.id)
      .execute()
    expect(noted).toEqual([{ id: event.id, type: 'invoice_paid', received_at: now }])
  })

  test('of a failed payment leaves the invoice open and reports it', async () => {
    await send(signedEvent(getEvent('invoice.payment_failed'), { at: now }))
    expect(await stored()).toMatchObject({ status: 'open', paid_at: null })
    expect(await auditedActions()).toEqual(['Stripe: invoice.payment_failed'])
  })

  test('after the operator settled the invoice changes nothing', async () => {
    await install.store
      .updateTable('invoices')
      .set({ status: 'void' })
      .where('id', '=', invoiceId)
      .execute()
    expect((await send(signedEvent(getEvent('invoice.paid'), { at: now }))).status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'void', paid_by: null })
    expect(await auditedActions()).toEqual([])
  })

  test("about another organization's or an unknown invoice changes nothing", async () => {
    const foreign = { basalt_invoice_id: invoiceId, organization_id: String(payer.id + 1) }
    const unknown = { basalt_invoice_id: randomUUID(), organization_id: String(payer.id) }
    const odd = { basalt_invoice_id: "'; drop table invoices", organization_id: String(payer.id) }
    for (const metadata of [foreign, unknown, odd, {}]) {
      const event = signedEvent(getEvent('invoice.paid', { metadata }), { at: now })
      expect((await send(event)).status).toBe(200)
    }
    expect(await stored()).toMatchObject({ status: 'open' })
  })

  test('of the end of a subscription ends exactly that one', async () => {
    const keep = (id: string | null) =>
      install.store
        .updateTable('subscriptions')
        .set({ subscription_id: id })
        .where('organization_id', '=', payer.id)
        .execute()
    const kept = async () => {
      const query = install.store.selectFrom('subscriptions').select('subscription_id')
      return (await query.where('organization_id', '=', payer.id).executeTakeFirst())
        ?.subscription_id
    }
    const ended = (id: string) =>
      send(signedEvent(getEvent('customer.subscription.deleted', { id }), { at: now }))
    await keep('sub_new')
    await ended('sub_old')
    expect(await kept()).toBe('sub_new')
    await ended('sub_new')
    expect(await kept()).toBeNull()
  })

  test('is refused without detail when it is unsigned, changed or old', async () => {
    const event = signedEvent(getEvent('invoice.paid'), { at: now })
    const old = signedEvent(getEvent('invoice.paid'), { at: new Date(now.getTime() - 6 * 60_000) })
    const changed = Buffer.from(event.body.toString().replace('invoice.paid', 'invoice.paid '))
    const bad: Sent[] = [
      { body: event.body },
      { body: changed, signature: event.signature },
      { body: Buffer.alloc(0), signature: event.signature },
      { body: Buffer.from('{'), signature: 't=1,v1=0' },
      old,
    ]
    for (const one of bad) {
      const answer = await send(one)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        kind: 'invalid_request',
        message: 'The event was rejected',
      })
    }
    expect(await stored()).toMatchObject({ status: 'open' })
  })

  test('is read byte by byte: blanks and an unusual content type do not matter', async () => {
    const { body } = signedEvent(getEvent('invoice.paid'), { at: now })
    const spaced = JSON.stringify(JSON.parse(body.toString()), null, 2)
    const seconds = Math.floor(now.getTime() / 1000)
    const { createHmac } = await import('node:crypto')
    const hash = createHmac('sha256', webhookSecret).update(`${seconds}.${spaced}`).digest('hex')
    const sent = { body: Buffer.from(spaced), signature: `t=${seconds},v1=${hash}` }
    expect((await send(sent, { 'content-type': 'text/plain' })).status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'paid' })
  })

  test('without an end is not read', async () => {
    const answer = await send({ body: Buffer.alloc(600 * 1024, ' '), signature: 't=1,v1=0' })
    expect(answer.status).toBe(413)
  })
})

describe('an invoice that the payment provider collects', () => {
  async function handedOver() {
    const { customerId } = await install.parts.payments.saveCustomer({
      organizationId: payer.id,
      customerId: null,
      name: 'Payer',
      email: null,
      address: null,
      taxId: null,
    })
    const { externalId } = await install.parts.payments.collect({
      id: invoiceId,
      number: '1',
      organizationId: payer.id,
      customerId: customerId ?? '',
      dueAt: now,
      lines: [{ description: 'Pro plan', amountCents: 2500 }],
      totalCents: 2500,
    })
    await install.store
      .updateTable('invoices')
      .set({ external_id: externalId })
      .where('id', '=', invoiceId)
      .execute()
    return externalId ?? ''
  }
  const atProvider = (id: string) => server.of('invoice').find((one) => one.id === id)?.['status']

  test('and that the operator settles is no longer collected by the provider', async () => {
    const externalId = await handedOver()
    const { client } = await signUpOperator(install)
    await client.call(operatorBilling.markPaid, { params: { id: invoiceId } })
    expect(atProvider(externalId)).toBe('void')
    expect(await stored()).toMatchObject({ status: 'paid' })
  })

  test('and that was paid there cannot be voided here before that is known', async () => {
    const externalId = await handedOver()
    server.pay(externalId)
    const { client } = await signUpOperator(install)
    const voided = client.call(operatorBilling.void, { params: { id: invoiceId } })
    await expect(voided).rejects.toMatchObject({
      code: 409,
      message: 'This invoice was already paid with the payment provider',
    })
    expect(await stored()).toMatchObject({ status: 'open' })
  })
})
