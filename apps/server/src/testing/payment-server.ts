import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Values = { [name: string]: unknown }
type Stored = Values & { id: string }
type Answer = { status: number; body: object }

type Request = { method: string; path: string; parts: string[]; form: Values; query: Values }

export type PaymentServer = Awaited<ReturnType<typeof startPaymentServer>>

export const secretKey = 'sk_test_payment_server'
export const webhookSecret = 'whsec_payment_server'

/**
 * A local payment provider with the calls of Stripe that Basalt makes: forms in, JSON out. It
 * stores the objects, answers a repeated idempotency key with the former answer and refuses one
 * with different content.
 */
export async function startPaymentServer() {
  const objects = new Map<string, Stored>()
  const answered = new Map<string, { content: string; answer: Answer }>()
  const calls: { call: string; form: Values; key: string | undefined }[] = []
  let failures: (Answer | 'hang-up' | 'lost-answer')[] = []

  const answer = (request: Request, key: string | undefined, content: string): Answer => {
    const known = key === undefined ? undefined : answered.get(key)
    if (known !== undefined) {
      return known.content === content
        ? known.answer
        : failed(400, 'idempotency_error', { message: 'Keys for idempotent requests…' })
    }
    const said = route(objects, request)
    if (key !== undefined && said.status === 200) answered.set(key, { content, answer: said })
    return said
  }

  const server = createServer((message, response) => {
    void readBody(message).then((content) => {
      const url = new URL(message.url ?? '/', 'http://payments.test')
      const key = message.headers['idempotency-key']?.toString()
      const request = {
        method: message.method ?? 'GET',
        path: url.pathname,
        parts: url.pathname.split('/').slice(2),
        form: formIn(new URLSearchParams(content)),
        query: formIn(url.searchParams),
      }
      calls.push({ call: `${request.method} ${request.path}`, form: request.form, key })
      const failure = failures.shift()
      if (failure === 'hang-up') return response.destroy()
      if (typeof failure === 'object') return send(response, failure)
      if (message.headers.authorization !== `Bearer ${secretKey}`) {
        return send(response, failed(401, 'invalid_request_error', { message: 'Invalid API Key' }))
      }
      const said = answer(request, key, content)
      return failure === 'lost-answer' ? response.destroy() : send(response, said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    of: (kind: string): Stored[] => [...objects.values()].filter(({ object }) => object === kind),
    ...listCustomers(objects),
    /** The outcome of the next calls, one each. */
    fail(...next: (Answer | 'hang-up' | 'lost-answer')[]) {
      failures = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** User actions on the provider's own pages. */
const listCustomers = (objects: Objects) => ({
  /** Enters a card; returns its id. */
  addCard(customerId: string, last4 = '4242'): string {
    const id = `pm_${randomUUID().slice(0, 8)}`
    const card = { brand: 'visa', last4, exp_month: 4, exp_year: 2030 }
    objects.set(id, { id, object: 'payment_method', type: 'card', customer: customerId, card })
    return id
  },
  pay(invoiceId: string) {
    merge(objects.get(invoiceId) ?? {}, { status: 'paid' })
  },
})

/** An event as the provider sends it, with the signature of its scheme `v1`. */
export function signedEvent(
  event: { type: string; object: object; id?: string },
  { at, secret = webhookSecret }: { at: Date; secret?: string },
): { body: Buffer; signature: string; id: string } {
  const { type, object, id = `evt_${randomUUID()}` } = event
  const seconds = Math.floor(at.getTime() / 1000)
  const text = JSON.stringify({ id, object: 'event', type, created: seconds, data: { object } })
  const hash = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
  return { id, body: Buffer.from(text), signature: `t=${seconds},v1=${hash}` }
}

export const failed = (status: number, type: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, ...more } },
})

const ok = (body: object): Answer => ({ status: 200, body })
const missing = failed(404, 'invalid_request_error', {
  code: 'resource_missing',
  message: 'No such',
})

type Objects = Map<string, Stored>

function route(objects: Objects, { method, parts, form, query }: Request): Answer {
  const [kind = '', id = '', verb] = parts[0] === 'checkout' ? ['checkout/sessions'] : parts
  const found = objects.get(id)
  if (kind === 'customers' && verb === 'payment_methods') {
    return ok(list(objects, 'payment_method', { customer: id }))
  }
  if (kind === 'invoices' && verb === 'lines')
    return ok(list(objects, 'line_item', { invoice: id }))
  if (method === 'GET' && id === '') return ok(list(objects, kinds[kind]?.object ?? '', query))
  if (method === 'POST' && id === '') return create(objects, kind, form)
  if (found === undefined) return missing
  if (method === 'GET') return ok(found)
  const change = verb === undefined ? form : verbs[verb]
  if (change !== undefined) merge(found, method === 'DELETE' ? { status: 'canceled' } : change)
  return ok(found)
}

/** Default fields of new objects. */
const kinds: Readonly<Record<string, { object: string; prefix: string; start: Values }>> = {
  customers: {
    object: 'customer',
    prefix: 'cus',
    start: { invoice_settings: { default_payment_method: null } },
  },
  products: { object: 'product', prefix: 'prod', start: {} },
  subscriptions: { object: 'subscription', prefix: 'sub', start: { status: 'active' } },
  payment_methods: { object: 'payment_method', prefix: 'pm', start: {} },
  invoices: {
    object: 'invoice',
    prefix: 'in',
    start: { status: 'draft', hosted_invoice_url: null },
  },
  invoiceitems: { object: 'line_item', prefix: 'ii', start: {} },
  'checkout/sessions': {
    object: 'checkout.session',
    prefix: 'cs',
    start: { url: 'https://checkout.payments.test/setup' },
  },
}

const verbs: Readonly<Record<string, Values>> = {
  detach: { customer: null },
  finalize: { status: 'open', hosted_invoice_url: 'https://invoice.payments.test/pay' },
  void: { status: 'void' },
}

function create(objects: Objects, kind: string, form: Values): Answer {
  const known = kinds[kind]
  if (known === undefined) return missing
  const { object, prefix, start } = known
  const id = typeof form['id'] === 'string' ? form['id'] : `${prefix}_${randomUUID().slice(0, 12)}`
  if (objects.has(id)) {
    const code = 'resource_already_exists'
    return failed(400, 'invalid_request_error', { code, message: 'Exists already' })
  }
  if (object === 'line_item' && objects.get(String(form['invoice']))?.['status'] !== 'draft') {
    return failed(400, 'invalid_request_error', { message: 'The invoice is not a draft' })
  }
  const made = merge({ id, object, metadata: {}, ...structuredClone(start) }, form)
  objects.set(id, made as Stored)
  return ok(made)
}

function list(objects: Objects, object: string, filter: Values) {
  const names = ['customer', 'invoice'].filter((name) => filter[name] !== undefined)
  const data = [...objects.values()].filter(
    (one) =>
      one['object'] === object &&
      one['status'] !== 'canceled' &&
      names.every((name) => one[name] === filter[name]),
  )
  return { object: 'list', data, has_more: false, url: '/v1/list' }
}

function merge(stored: Values, change: Values): Values {
  for (const [name, value] of Object.entries(change)) {
    const before = stored[name]
    const isNested = typeof value === 'object' && value !== null && typeof before === 'object'
    stored[name] = isNested ? merge((before ?? {}) as Values, value as Values) : value
  }
  return stored
}

/** `metadata[plan]=pro` as `{ metadata: { plan: 'pro' } }`. */
function formIn(fields: URLSearchParams): Values {
  const form: Values = {}
  for (const [name, value] of fields) {
    const [first = '', ...rest] = name.split(/[[\]]+/u).filter((part) => part !== '')
    const last = rest.at(-1)
    let place = form
    for (const part of last === undefined ? [] : [first, ...rest.slice(0, -1)]) {
      place[part] ??= {}
      place = place[part] as Values
    }
    place[last ?? first] = value
  }
  return form
}

async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, { status, body }: Answer) {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
  response.end(JSON.stringify(body))
}
