import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  type ClosedInvoice,
  PaymentError,
  type PaymentProvider,
} from '../../../billing/payment-provider.ts'
import {
  failed,
  type PaymentServer,
  secretKey,
  signedEvent,
  startPaymentServer,
  webhookSecret,
} from '../../../testing/payment-server.ts'
import { stripePayments } from './stripe-payments.ts'

let server: PaymentServer
let payments: PaymentProvider
const now = new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  server = await startPaymentServer()
  payments = stripePayments({ secretKey, webhookSecret, apiUrl: server.url, clock: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  server.calls.length = 0
  server.fail()
})

const customer = {
  organizationId: 7,
  customerId: null,
  name: 'Żółw GmbH',
  email: 'billing@acme.test',
  address: {
    line1: 'Street 1',
    line2: null,
    city: 'Berlin',
    postal_code: '10115',
    state: null,
    country: 'DE',
  },
  taxId: { type: 'eu_vat', value: 'DE123456789' },
}

let lastOrganization = 100
async function newCustomer() {
  lastOrganization += 1
  const organizationId = lastOrganization
  const saved = await payments.saveCustomer({ ...customer, organizationId })
  return { organizationId, customerId: saved.customerId ?? '' }
}

const created = (kind: string, id: string | null) => server.of(kind).find((one) => one.id === id)

const closed = (owner: { organizationId: number; customerId: string }): ClosedInvoice => ({
  ...owner,
  id: `invoice-${owner.organizationId}`,
  number: '00007-0001',
  dueAt: new Date('2026-12-05T00:00:00Z'),
  lines: [
    { description: 'Pro plan', amountCents: 2500 },
    { description: 'Egress', amountCents: 113 },
    { description: 'Credits', amountCents: -1000 },
  ],
  totalCents: 1613,
})

describe('a customer', () => {
  test('is created once from the billing profile, and updated afterwards', async () => {
    const first = await payments.saveCustomer(customer)
    expect(await payments.saveCustomer(customer)).toEqual(first)
    expect(created('customer', first.customerId)).toMatchObject({
      name: 'Żółw GmbH',
      email: 'billing@acme.test',
      address: { line1: 'Street 1', city: 'Berlin', country: 'DE' },
      metadata: { organization_id: '7', tax_id: 'eu_vat DE123456789' },
    })
    const elsewhere = { ...customer, ...first, taxId: { type: null, value: '12-3456789' } }
    await payments.saveCustomer(elsewhere)
    expect(created('customer', first.customerId)).toMatchObject({
      metadata: { tax_id: '12-3456789' },
    })
    const changed = { ...customer, ...first, name: 'Acme', address: null, taxId: null }
    expect(await payments.saveCustomer(changed)).toEqual(first)
    // Values removed from the profile are removed there too.
    expect(created('customer', first.customerId)).toMatchObject({
      name: 'Acme',
      address: { line1: '', city: '' },
      metadata: { tax_id: '' },
    })
  })

  test('whose first answer was lost is not created twice', async () => {
    server.fail('lost-answer')
    const { customerId } = await payments.saveCustomer({ ...customer, organizationId: 8 })
    const ofEight = server.of('customer').filter(({ name, metadata }) => {
      const { organization_id: id } = metadata as Record<string, string>
      return name === 'Żółw GmbH' && id === '8'
    })
    expect(ofEight.map(({ id }) => id)).toEqual([customerId])
    expect(server.calls).toHaveLength(2)
  })
})

describe('a subscription', () => {
  test('costs nothing, has the plan, follows it and ends with it', async () => {
    const owner = await newCustomer()
    const set = (plan: 'free' | 'pro' | 'team', subscriptionId: string | null) =>
      payments.setSubscription({ ...owner, plan, subscriptionId })
    const { subscriptionId } = await set('pro', null)
    expect(created('subscription', subscriptionId)).toMatchObject({
      customer: owner.customerId,
      items: { 0: { price_data: { unit_amount: '0', recurring: { interval: 'month' } } } },
      metadata: { organization_id: String(owner.organizationId), plan: 'pro' },
    })
    expect(await set('team', subscriptionId)).toEqual({ subscriptionId })
    expect(created('subscription', subscriptionId)).toMatchObject({ metadata: { plan: 'team' } })
    expect(await set('free', subscriptionId)).toEqual({ subscriptionId: null })
    expect(created('subscription', subscriptionId)).toMatchObject({ status: 'canceled' })
    // Coming back is another subscription, on the same day too.
    expect(await set('pro', null)).not.toEqual({ subscriptionId })
  })

  test('whose id was not stored is found again', async () => {
    const owner = await newCustomer()
    const first = await payments.setSubscription({ ...owner, plan: 'pro', subscriptionId: null })
    const again = await payments.setSubscription({ ...owner, plan: 'team', subscriptionId: null })
    expect(again).toEqual(first)
  })

  test('of an organization that was never on a paid plan is not looked up', async () => {
    const owner = await newCustomer()
    server.calls.length = 0
    await payments.setSubscription({ ...owner, plan: 'free', subscriptionId: null })
    expect(server.calls).toEqual([])
  })
})

describe('payment methods', () => {
  test('are entered on a page of the provider, which returns to the starting page', async () => {
    const { customerId } = await newCustomer()
    const { url } = await payments.beginMethod(customerId, 'https://basalt.test/org/acme/billing')
    expect(url).toBe('https://checkout.payments.test/setup')
    expect(server.of('checkout.session').at(-1)).toMatchObject({
      mode: 'setup',
      customer: customerId,
      success_url: 'https://basalt.test/org/acme/billing',
      cancel_url: 'https://basalt.test/org/acme/billing',
    })
  })

  test('are listed, made default and removed', async () => {
    const { customerId } = await newCustomer()
    const [first, second] = [server.addCard(customerId), server.addCard(customerId, '0005')]
    await payments.setDefaultMethod(customerId, second)
    expect(await payments.methods(customerId)).toEqual([
      { id: first, brand: 'visa', last4: '4242', expires: '04/2030', isDefault: false },
      { id: second, brand: 'visa', last4: '0005', expires: '04/2030', isDefault: true },
    ])
    await payments.removeMethod(customerId, first)
    expect((await payments.methods(customerId)).map(({ id }) => id)).toEqual([second])
  })

  test('of another customer are not found', async () => {
    const [owner, other] = [await newCustomer(), await newCustomer()]
    const card = server.addCard(owner.customerId)
    const message = 'This payment method does not exist'
    await expect(payments.removeMethod(other.customerId, card)).rejects.toThrow(message)
    await expect(payments.setDefaultMethod(other.customerId, card)).rejects.toThrow(message)
    expect(await payments.methods(owner.customerId)).toHaveLength(1)
  })
})

describe('a closed invoice', () => {
  const listLines = (id: string | null) =>
    server.of('line_item').filter(({ invoice }) => invoice === id)

  test('is sent with its lines and finalized, once for repeated calls', async () => {
    const invoice = closed(await newCustomer())
    const handed = await payments.collect(invoice)
    expect(handed.payUrl).toBe('https://invoice.payments.test/pay')
    expect(created('invoice', handed.externalId)).toMatchObject({
      status: 'open',
      collection_method: 'send_invoice',
      due_date: String(invoice.dueAt.getTime() / 1000),
      metadata: { basalt_invoice_id: invoice.id, number: '00007-0001' },
    })
    expect(await payments.collect(invoice)).toEqual(handed)
    expect(listLines(handed.externalId)).toMatchObject([
      { description: 'Pro plan', amount: '2500', currency: 'usd' },
      { description: 'Egress', amount: '113' },
      { description: 'Credits', amount: '-1000' },
    ])
  })

  test('is charged to the card if there is one', async () => {
    const owner = await newCustomer()
    await payments.setDefaultMethod(owner.customerId, server.addCard(owner.customerId))
    const { externalId } = await payments.collect(closed(owner))
    expect(created('invoice', externalId)).toMatchObject({
      collection_method: 'charge_automatically',
    })
  })

  test.each([3, 4, 5, 6, 7])(
    'whose transfer broke off at call %i is finished by the next one, without duplicate lines',
    async (call) => {
      const invoice = closed(await newCustomer())
      const broken = failed(400, 'invalid_request_error', { message: 'broken' })
      const well = Array.from({ length: call - 1 }, () => undefined)
      server.fail(...(well as never[]), broken)
      await expect(payments.collect(invoice)).rejects.toBeInstanceOf(PaymentError)
      const { externalId } = await payments.collect(invoice)
      expect(listLines(externalId)).toHaveLength(3)
      expect(
        server.of('invoice').filter((one) => one['customer'] === invoice.customerId),
      ).toHaveLength(1)
      expect(created('invoice', externalId)).toMatchObject({ status: 'open' })
    },
  )

  test('of zero is not sent, and one whose lines do not add up to its total is refused', async () => {
    const invoice = closed(await newCustomer())
    server.calls.length = 0
    const nothing = { externalId: null, payUrl: null }
    expect(await payments.collect({ ...invoice, lines: [], totalCents: 0 })).toEqual(nothing)
    const wrong = payments.collect({ ...invoice, totalCents: 1614 })
    await expect(wrong).rejects.toThrow(
      'The lines of invoice 00007-0001 do not add up to its total',
    )
    expect(server.calls).toEqual([])
  })

  test('that was settled elsewhere is withdrawn', async () => {
    const { externalId } = await payments.collect(closed(await newCustomer()))
    await payments.withdraw(externalId ?? '')
    expect(created('invoice', externalId)).toMatchObject({ status: 'void' })
    await payments.withdraw(externalId ?? '')
  })

  test('that was paid there is not withdrawn', async () => {
    const { externalId } = await payments.collect(closed(await newCustomer()))
    server.pay(externalId ?? '')
    const message = 'This invoice was already paid with the payment provider'
    await expect(payments.withdraw(externalId ?? '')).rejects.toThrow(message)
    expect(created('invoice', externalId)).toMatchObject({ status: 'paid' })
  })
})

test('every call that creates something has an idempotency key', async () => {
  const owner = await newCustomer()
  await payments.setSubscription({ ...owner, plan: 'pro', subscriptionId: null })
  await payments.beginMethod(owner.customerId, 'https://basalt.test')
  await payments.collect(closed(owner))
  const posts = server.calls.filter(({ call }) => call.startsWith('POST'))
  expect(posts.length).toBeGreaterThan(6)
  expect(posts.filter(({ key }) => key === undefined)).toEqual([])
})

describe('a failure', () => {
  test('of the network is retried', async () => {
    server.fail('hang-up', failed(500, 'api_error'))
    const { customerId } = await payments.saveCustomer({ ...customer, organizationId: 9 })
    expect(created('customer', customerId)).toBeDefined()
    expect(server.calls).toHaveLength(3)
  })

  test.each([
    [
      'a declined card',
      failed(402, 'card_error', { code: 'card_declined', message: 'Your card was declined.' }),
      'Your card was declined.',
    ],
    [
      'a refused call',
      failed(400, 'invalid_request_error', { message: 'No such thing: cus_secret' }),
      'The payment provider rejected this. Check the payment details.',
    ],
    [
      'a wrong key',
      failed(401, 'authentication_error', { message: 'Invalid API Key provided: sk_live_****' }),
      'The payment provider is not set up correctly. Contact support.',
    ],
  ])('%s has a message for users', async (...[, answer, message]) => {
    server.fail(answer)
    const failure = payments.setDefaultMethod('cus_1', 'pm_1')
    await expect(failure).rejects.toEqual(new PaymentError(message))
  })

  test('that persists is reported after the retries', async () => {
    const down = failed(503, 'api_error')
    server.fail(down, down, down)
    const failure = payments.saveCustomer({ ...customer, organizationId: 10 })
    await expect(failure).rejects.toThrow('The payment provider is unreachable. Try again later.')
  })
})

describe('events', () => {
  const metadata = { basalt_invoice_id: 'invoice-1', organization_id: '7' }
  const paid = { type: 'invoice.paid', object: { id: 'in_1', object: 'invoice', metadata } }

  test.each([
    ['invoice.paid', 'invoice_paid'],
    ['invoice.payment_failed', 'invoice_failed'],
  ])('%s refers to an invoice of Basalt', async (type, meant) => {
    const { id, body, signature } = signedEvent({ ...paid, type }, { at: now })
    expect(await payments.readEvent(body, signature)).toEqual({
      id,
      type: meant,
      invoiceId: 'invoice-1',
      organizationId: 7,
      externalId: 'in_1',
      occurredAt: now,
    })
  })

  test('of another invoice names none, and others are ignored', async () => {
    const foreign = signedEvent({ ...paid, object: { metadata: {} } }, { at: now })
    expect(await payments.readEvent(foreign.body, foreign.signature)).toMatchObject({
      invoiceId: null,
      organizationId: null,
    })
    const other = signedEvent({ type: 'charge.refunded', object: {} }, { at: now })
    expect(await payments.readEvent(other.body, other.signature)).toBeNull()
  })

  test('of the end of a subscription has its organization', async () => {
    const ended = { type: 'customer.subscription.deleted', object: { metadata } }
    const { body, signature } = signedEvent(ended, { at: now })
    expect(await payments.readEvent(body, signature)).toMatchObject({
      type: 'subscription_ended',
      organizationId: 7,
    })
  })

  test('of a first card makes it the default; a second one changes nothing', async () => {
    const { customerId } = await newCustomer()
    for (const card of [server.addCard(customerId), server.addCard(customerId)]) {
      const object = { customer: customerId, payment_method: card, metadata: {} }
      const { body, signature } = signedEvent(
        { type: 'setup_intent.succeeded', object },
        { at: now },
      )
      expect(await payments.readEvent(body, signature)).toMatchObject({ type: 'method_changed' })
    }
    const methods = await payments.methods(customerId)
    expect(methods.map(({ isDefault }) => isDefault)).toEqual([true, false])
  })

  const sent = signedEvent(paid, { at: now })
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  test.each([
    ['without a signature', sent.body, undefined],
    [
      'with a signature of something else',
      Buffer.concat([sent.body, Buffer.from(' ')]),
      sent.signature,
    ],
    [
      'with a signature by another secret',
      sent.body,
      signedEvent({ ...paid, id: sent.id }, { at: now, secret: 'whsec_x' }).signature,
    ],
    ['with no signature in it', sent.body, 't=1,v0=abc'],
    ['older than five minutes', ...parts(signedEvent(paid, { at: minutes(-6) }))],
    ['from the future', ...parts(signedEvent(paid, { at: minutes(6) }))],
  ])('%s are refused', async (...[, body, signature]) => {
    await expect(payments.readEvent(body, signature)).rejects.toBeInstanceOf(PaymentError)
  })

  test('of the last five minutes are accepted', async () => {
    const { body, signature } = signedEvent(paid, { at: minutes(-4) })
    expect(await payments.readEvent(body, signature)).toMatchObject({ type: 'invoice_paid' })
  })
})

function parts({ body, signature }: { body: Buffer; signature: string }): [Buffer, string] {
  return [body, signature]
}
