import { createHash, randomUUID } from 'node:crypto'

import type Stripe from 'stripe'

import {
  type ClosedInvoice,
  type PaymentCustomer,
  PaymentError,
  type PaymentMethod,
  type PaymentProvider,
  type PaymentSubscription,
} from '../../../billing/payment-provider.ts'
import type { Clock } from '../../../process/clock.ts'
import { readStripeEvent } from './stripe-events.ts'
import { collectInvoice } from './stripe-invoices.ts'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  /** The base URL of Stripe's API, when it is not Stripe's own. */
  apiUrl?: string | undefined
  clock: Clock
}

/** Stands for every plan; the charges are in Basalt's invoices. */
const productId = 'basalt-plan'

/**
 * Payments with Stripe. Basalt's invoices are authoritative: Stripe gets each closed one with its
 * lines, and a subscription of price zero with the plan. The library is loaded with the first call.
 */
export function stripePayments(options: StripeOptions): PaymentProvider {
  let loading: Promise<Stripe> | undefined
  const withStripe = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    loading ??= load(options)
    try {
      return await work(await loading)
    } catch (error) {
      throw readable(error)
    }
  }
  return {
    name: 'stripe',
    takesCards: true,
    saveCustomer: (customer) => withStripe((stripe) => saveCustomer(stripe, customer)),
    setSubscription: (change) => withStripe((stripe) => setSubscription(stripe, change)),
    methods: (customerId) => withStripe((stripe) => listMethods(stripe, customerId)),
    beginMethod: (customerId, returnUrl) =>
      withStripe((stripe) => beginMethod(stripe, customerId, returnUrl)),
    removeMethod: (customerId, id) =>
      withStripe(async (stripe) => {
        await requireOwn(stripe, customerId, id)
        await stripe.paymentMethods.detach(id)
      }),
    setDefaultMethod: (customerId, id) =>
      withStripe(async (stripe) => {
        await requireOwn(stripe, customerId, id)
        await preferMethod(stripe, customerId, id)
      }),
    collect: (invoice: ClosedInvoice) => withStripe((stripe) => collectInvoice(stripe, invoice)),
    withdraw: (externalId) =>
      withStripe(async (stripe) => {
        const { status } = await stripe.invoices.retrieve(externalId)
        if (status === 'paid') {
          throw new PaymentError('This invoice was already paid with the payment provider')
        }
        if (status === 'open') await stripe.invoices.voidInvoice(externalId)
      }),
    readEvent: (body, signature) =>
      withStripe((stripe) =>
        readStripeEvent(stripe, {
          body,
          signature,
          secret: options.webhookSecret,
          now: options.clock(),
        }),
      ),
  }
}

async function load({ secretKey, apiUrl }: StripeOptions): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const place = apiUrl === undefined ? null : new URL(apiUrl)
  return new StripeClient(secretKey, {
    // Failures of the network and of Stripe itself are tried again by the library.
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(place !== null && {
      host: place.hostname,
      port: place.port,
      protocol: place.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
}

/** The same call made twice is done once; another content is another call. */
const getKey = (name: string, content: unknown) => ({
  idempotencyKey: `${name}-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}`,
})

async function saveCustomer(stripe: Stripe, customer: PaymentCustomer) {
  const { organizationId, customerId, name, email, address, taxId } = customer
  const shown = (text: string | null | undefined) => text ?? ''
  const content = {
    name,
    email: email ?? '',
    address: {
      line1: shown(address?.line1),
      line2: shown(address?.line2),
      city: shown(address?.city),
      postal_code: shown(address?.postal_code),
      state: shown(address?.state),
      country: shown(address?.country),
    },
    metadata: {
      organization_id: String(organizationId),
      tax_id: taxId === null ? '' : [taxId.type, taxId.value].filter(Boolean).join(' '),
    },
  }
  if (customerId !== null) {
    await stripe.customers.update(customerId, content)
    return { customerId }
  }
  const { id } = await stripe.customers.create(
    content,
    getKey(`customer-${organizationId}`, content),
  )
  return { customerId: id }
}

async function setSubscription(stripe: Stripe, change: PaymentSubscription) {
  const { organizationId, subscriptionId, plan } = change
  if (plan === 'free') {
    if (subscriptionId !== null) await stripe.subscriptions.cancel(subscriptionId)
    return { subscriptionId: null }
  }
  const metadata = { organization_id: String(organizationId), plan }
  if (subscriptionId !== null) {
    await stripe.subscriptions.update(subscriptionId, { metadata })
    return { subscriptionId }
  }
  const id = (await activeSubscription(stripe, change)) ?? (await subscribe(stripe, change))
  await stripe.subscriptions.update(id, { metadata })
  return { subscriptionId: id }
}

/** One that was created before its id could be stored. */
async function activeSubscription(
  stripe: Stripe,
  { customerId, organizationId }: PaymentSubscription,
): Promise<string | undefined> {
  const { data } = await stripe.subscriptions.list({ customer: customerId, limit: 100 })
  const isOwn = ({ metadata }: Stripe.Subscription) =>
    metadata['organization_id'] === String(organizationId)
  return data.find(isOwn)?.id
}

async function subscribe(
  stripe: Stripe,
  { customerId, organizationId }: PaymentSubscription,
): Promise<string> {
  await ensureProduct(stripe)
  const { id } = await stripe.subscriptions.create(
    {
      customer: customerId,
      items: [
        {
          price_data: {
            currency: 'usd',
            product: productId,
            recurring: { interval: 'month' },
            unit_amount: 0,
          },
        },
      ],
      metadata: { organization_id: String(organizationId) },
    },
    // Leaving a plan and taking it again creates another subscription, within a day as well.
    { idempotencyKey: `subscription-${organizationId}-${randomUUID()}` },
  )
  return id
}

/** Made once for each account at Stripe. */
async function ensureProduct(stripe: Stripe): Promise<void> {
  try {
    await stripe.products.create(
      { id: productId, name: 'Basalt plan' },
      { idempotencyKey: productId },
    )
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'resource_already_exists') throw error
  }
}

async function listMethods(stripe: Stripe, customerId: string): Promise<PaymentMethod[]> {
  const [preferred, { data }] = await Promise.all([
    preferredMethod(stripe, customerId),
    stripe.customers.listPaymentMethods(customerId, { limit: 50 }),
  ])
  return data.map((method) => ({
    id: method.id,
    brand: method.card?.brand ?? method.type,
    last4: method.card?.last4 ?? method.sepa_debit?.last4 ?? method.us_bank_account?.last4 ?? '',
    expires:
      method.card === undefined
        ? null
        : `${String(method.card.exp_month).padStart(2, '0')}/${method.card.exp_year}`,
    isDefault: method.id === preferred,
  }))
}

async function preferredMethod(stripe: Stripe, customerId: string): Promise<string | null> {
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted === true) return null
  const preferred = customer.invoice_settings.default_payment_method
  return typeof preferred === 'string' ? preferred : (preferred?.id ?? null)
}

const preferMethod = (stripe: Stripe, customerId: string, id: string) =>
  stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } })

async function beginMethod(stripe: Stripe, customerId: string, returnUrl: string) {
  const { url } = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      currency: 'usd',
      customer: customerId,
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: `setup-${randomUUID()}` },
  )
  if (url === null)
    throw new PaymentError('The payment provider returned no page to enter a card on')
  return { url }
}

/** Ids of methods come from browsers: those of other customers are refused as missing. */
async function requireOwn(stripe: Stripe, customerId: string, id: string): Promise<void> {
  const { customer } = await stripe.paymentMethods.retrieve(id)
  const owner = typeof customer === 'string' ? customer : customer?.id
  if (owner !== customerId) throw new PaymentError('This payment method does not exist')
}

const texts: Readonly<Record<string, string>> = {
  StripeInvalidRequestError: 'The payment provider rejected this. Check the payment details.',
  StripeConnectionError: 'The payment provider is unreachable. Try again later.',
  StripeAPIError: 'The payment provider is unreachable. Try again later.',
  StripeRateLimitError: 'The payment provider is busy. Try again in a minute.',
  StripeAuthenticationError: 'The payment provider is not set up correctly. Contact support.',
  StripePermissionError: 'The payment provider is not set up correctly. Contact support.',
  StripeIdempotencyError: 'The payment provider rejected this twice. Try again tomorrow.',
}

/** Stripe's own messages about declined cards are written for customers. */
function readable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PaymentError || !('type' in error)) return error
  if (error.type === 'StripeCardError') return new PaymentError(error.message, { cause: error })
  const text = texts[String(error.type)]
  return text === undefined ? error : new PaymentError(text, { cause: error })
}
