import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const byName = z.object({ ref: z.string(), name: z.string() })

/** The most messages that are counted for the list. */
export const countedMessages = 10_000

const queue = z.object({
  name: z.string(),
  kind: z.enum(['logged', 'unlogged', 'partitioned']),
  created_at: z.string(),
  /** Messages that are not archived, at most `countedMessages` + 1. */
  messages: z.int(),
  /** Those that a reader would get now, at most `countedMessages` + 1. */
  available: z.int(),
  /** Messages that were ever sent. */
  sent: z.int(),
  /** When the oldest message was sent. */
  oldest_at: z.nullable(z.string()),
  /** Row-level security of its table. */
  has_row_security: z.boolean(),
  policies: z.int(),
})

export type Queue = z.infer<typeof queue>

const queueState = z.object({
  is_installed: z.boolean(),
  /** Whether `pgmq_public` offers the queues to callers of the API. */
  is_exposed: z.boolean(),
  queues: z.array(queue),
})

export const messageStates = ['all', 'available', 'hidden', 'archived'] as const
export type MessageState = (typeof messageStates)[number]

const message = z.object({
  /** As text: a number of JavaScript would be rounded. */
  id: z.string(),
  state: z.enum(['available', 'hidden', 'archived']),
  reads: z.int(),
  sent_at: z.string(),
  /** When readers may get it. */
  visible_at: z.string(),
  archived_at: z.nullable(z.string()),
  /** JSON as PostgreSQL writes it; cut at 10,000 characters. */
  message: z.nullable(z.string()),
  is_cut: z.boolean(),
  headers: z.nullable(z.string()),
})

export type QueueMessage = z.infer<typeof message>

const messageId = z.string().check(z.regex(/^\d{1,19}$/u, 'Enter the number of a message'))
const ids = z.array(messageId).check(z.minLength(1), z.maxLength(1000))

const queueName = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-]{1,47}$/u, 'A queue name has 1 to 47 letters, digits, hyphens or _'),
  )

const partitionSize = z
  .int()
  .check(
    z.minimum(1000, 'A partition has at least 1,000 messages'),
    z.maximum(1_000_000_000, 'A partition has at most 1,000,000,000 messages'),
  )

const newQueue = z.object({
  name: queueName,
  kind: z.enum(['logged', 'unlogged', 'partitioned']),
  /** Of a partitioned queue. */
  partition_messages: z._default(partitionSize, 10_000),
  /** Partitions are dropped when so many newer messages were sent. */
  retained_messages: z._default(partitionSize, 100_000),
  has_row_security: z._default(z.boolean(), true),
})

/** The longest delay of a message and the longest time it is hidden: 30 days, in seconds. */
const longestDelay = 2_592_000

const json = z
  .string()
  .check(
    z.minLength(1, 'Enter JSON'),
    z.maxLength(1_000_000, 'A message has at most 1,000,000 characters'),
    z.refine(isJson, 'This is not valid JSON'),
  )

const newMessage = z.object({
  message: json,
  headers: z._default(z.nullable(json), null),
  delay_seconds: z._default(
    z.int().check(z.minimum(0), z.maximum(longestDelay, 'The longest delay is 30 days')),
    0,
  ),
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'queues' } as const
const writes = { action: 'tenant:Sql:Admin:Write', resource: 'queues' } as const
const ok = z.object({ ok: z.literal(true) })

/** Message queues of a project, with the tables and functions of pgmq. */
export const queues = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/queues',
    params: byRef,
    response: queueState,
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** Creates or drops the schema `pgmq_public`, through which callers of the API use queues. */
  expose: defineRoute({
    method: 'PUT',
    path: '/platform/pg-meta/{ref}/queues/exposure',
    params: byRef,
    body: z.object({ is_exposed: z.boolean() }),
    response: ok,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** 409 `conflict` when there is a queue of this name. */
  create: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/queues',
    params: byRef,
    body: newQueue,
    hasForm: true,
    response: ok,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** Drops the queue and its archive. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/queues/{name}',
    params: byName,
    response: ok,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  secure: defineRoute({
    method: 'PUT',
    path: '/platform/pg-meta/{ref}/queues/{name}/row-security',
    params: byName,
    body: z.object({ is_enabled: z.boolean() }),
    response: ok,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** Messages with the newest first; reading them here leaves them as they are. */
  messages: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/queues/{name}/messages',
    params: byName,
    query: z.object({
      state: z._default(z.enum(messageStates), 'all'),
      before: z.optional(messageId),
    }),
    response: z.object({ messages: z.array(message), has_more: z.boolean() }),
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  send: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/queues/{name}/messages',
    params: byName,
    body: newMessage,
    hasForm: true,
    response: z.object({ id: z.string() }),
    permission: { action: 'tenant:Sql:Write:Insert', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** Answers how many messages were there. */
  archive: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/queues/{name}/messages/archive',
    params: byName,
    body: z.object({ ids }),
    response: z.object({ messages: z.int() }),
    permission: { action: 'tenant:Sql:Write:Delete', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** Deletes messages of the queue or of its archive, and answers how many were there. */
  delete: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/queues/{name}/messages/delete',
    params: byName,
    body: z.object({ ids, is_archived: z._default(z.boolean(), false) }),
    response: z.object({ messages: z.int() }),
    permission: { action: 'tenant:Sql:Write:Delete', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /** Deletes all messages that are not archived. */
  purge: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/queues/{name}/purge',
    params: byName,
    body: z.object({}),
    response: z.object({ messages: z.int() }),
    permission: writes,
    opensData: 'unless-restricted',
  }),
}
