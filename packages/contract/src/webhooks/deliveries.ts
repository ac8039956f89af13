import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
/** Digits of a bigint: a number of JavaScript would be rounded. */
const digits = z.string().check(z.regex(/^\d{1,18}$/u, 'Enter the number of an event'))
const byId = z.object({ ref: z.string(), id: digits })

export const deliveryPageSize = 50
/** The most events of one replay. */
export const replayLimit = 10_000
/** Rows of events that are longer are cut, and cannot be edited. */
export const shownCharacters = 200_000

const time = z.iso.datetime()
const oid = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4_294_967_295))

/** Which ended events: those of a hook, of a table, with a status, that ended in a time. */
const filter = {
  hook: z.optional(oid),
  table: z.optional(oid),
  status: z.optional(z.enum(['delivered', 'dead'])),
  from: z.optional(time),
  to: z.optional(time),
}

const delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  /** The header `webhook-id`: that of the first event where an event was sent again unchanged. */
  message_id: z.string(),
  /** Null when the hook was removed; a later one of its name is another one. */
  hook_id: z.nullable(z.int()),
  hook: z.string(),
  /** `schema.table` of the hook, also if it was dropped. */
  table: z.string(),
  operation: z.string(),
  status: z.enum(['delivered', 'dead']),
  attempts: z.int(),
  status_code: z.nullable(z.int()),
  error: z.nullable(z.string()),
  created_at: z.string(),
  finished_at: z.string(),
  duration_ms: z.nullable(z.int()),
  /** When its event was sent again. */
  resent_at: z.nullable(z.string()),
})

export type Delivery = z.infer<typeof delivery>

const rowText = z.nullable(z.string())
const headers = z.nullable(z.record(z.string(), z.string()))

/** Secrets stand as `{{vault:name}}` in all of it. */
const deliveryDetails = z.object({
  delivery,
  url: z.nullable(z.string()),
  request_headers: headers,
  /** JSON as PostgreSQL writes it, cut at `shownCharacters`. */
  record: rowText,
  old_record: rowText,
  is_cut: z.boolean(),
  response_headers: headers,
  response_body: z.nullable(z.string()),
})

export type DeliveryDetails = z.infer<typeof deliveryDetails>

const waitingEvent = z.object({
  event_id: z.string(),
  operation: z.string(),
  created_at: z.string(),
  attempts: z.int(),
  /** The earliest time of the next attempt; null for at once. */
  next_at: z.nullable(z.string()),
  status_code: z.nullable(z.int()),
  error: z.nullable(z.string()),
  record: rowText,
  old_record: rowText,
})

export type WaitingEvent = z.infer<typeof waitingEvent>

const json = z
  .string()
  .check(
    z.maxLength(shownCharacters),
    z.refine(isObject, 'Enter an object of JSON'),
    z.refine(isStorable, 'PostgreSQL cannot store \\u0000 or half of a surrogate pair'),
  )

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Whether PostgreSQL stores every text and name of a value that is JSON. */
function isStorable(text: string): boolean {
  let isPossible = true
  const check = (one: string) => (isPossible &&= !/[\0\p{Surrogate}]/u.test(one))
  try {
    JSON.parse(text, (name, value: unknown) => {
      check(name)
      if (typeof value === 'string') check(value)
      return value
    })
  } catch {
    // The check for an object says so.
  }
  return isPossible
}

/** The rows of tables. */
const reads = { action: 'tenant:Sql:Read:Select', resource: 'rows' } as const
const writes = { action: 'tenant:Sql:Admin:Write', resource: 'triggers' } as const
const opensData = 'unless-restricted' as const

/** Events of webhooks: those that wait, those that ended, and sending them again. */
export const hookDeliveries = {
  /** The latest first; `before` is the id of the last one of the page before. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/hook-deliveries',
    params: byRef,
    query: z.object({
      ...filter,
      webhooks: z.optional(z.enum(['present', 'deleted'])),
      before: z.optional(digits),
    }),
    response: z.object({ deliveries: z.array(delivery), has_more: z.boolean() }),
    permission: reads,
    opensData,
  }),
  read: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/hook-deliveries/{id}',
    params: byId,
    response: deliveryDetails,
    permission: reads,
    opensData,
  }),
  /** In the order of delivery; `after` is the id of the last one of the page before. */
  waiting: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/hooks/{hook}/waiting',
    params: z.object({ ref: z.string(), hook: z.coerce.number().check(z.int()) }),
    query: z.object({ after: z.optional(digits) }),
    response: z.object({ events: z.array(waitingEvent), has_more: z.boolean() }),
    permission: reads,
    opensData,
  }),
  /**
   * Sends the event again as a new one, to the receiver that the hook has now. It keeps its
   * `message_id` unless a row is edited. 409 `conflict` when
   * the hook was removed.
   */
  resend: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/hook-deliveries/{id}/resend',
    params: byId,
    /** A row that is left out is sent as it was. */
    body: z.object({ record: z.optional(json), old_record: z.optional(json) }),
    hasForm: true,
    response: z.object({ event_id: z.string() }),
    permission: writes,
    opensData,
  }),
  /** How many events a replay would send: those whose hook exists and that were not sent again. */
  countReplay: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/hook-deliveries/replay',
    params: byRef,
    query: z.object(filter),
    response: z.object({
      /** At most `replayLimit` + 1. */
      events: z.int(),
      /** The latest of them; null when there is none. */
      last_id: z.nullable(z.string()),
    }),
    permission: reads,
    opensData,
  }),
  /** Sends the oldest events again, up to `replayLimit`, as new ones in their order, with their `message_id`. */
  replay: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/hook-deliveries/replay',
    params: byRef,
    body: z.object({
      ...filter,
      /** Of the count: later ones are left out. */
      last_id: digits,
    }),
    response: z.object({ events: z.int() }),
    permission: writes,
    opensData,
  }),
}
