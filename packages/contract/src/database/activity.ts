import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const byPid = z.object({ ref: z.string(), pid: z.coerce.number() })

const session = z.object({
  pid: z.int(),
  /** When the session began; together with the pid it names one session for good. */
  began_at: z.string(),
  user: z.nullable(z.string()),
  database: z.nullable(z.string()),
  application: z.string(),
  client: z.nullable(z.string()),
  /** As `pg_stat_activity` has it, for example `idle in transaction`. */
  state: z.nullable(z.string()),
  /** Type and name of the event that it waits for, for example `Lock: transactionid`. */
  waits_for: z.nullable(z.string()),
  /** Seconds in the present state. */
  state_seconds: z.nullable(z.number()),
  /** Seconds of the open transaction. */
  transaction_seconds: z.nullable(z.number()),
  /** The current or last statement, shortened. */
  query: z.string(),
  /** The sessions that hold the locks that it waits for. */
  blocked_by: z.array(z.int()),
  /** The lock that it waits for. */
  lock: z.nullable(
    z.object({
      /** For example `AccessExclusiveLock`. */
      mode: z.string(),
      /** The table or index; null for other locks, and in another database. */
      relation: z.nullable(z.string()),
      /** How long it has waited; null before PostgreSQL 14. */
      seconds: z.nullable(z.number()),
    }),
  ),
  /** A session of the dashboard itself. */
  is_dashboard: z.boolean(),
})

export type DatabaseSession = z.infer<typeof session>

const target = z.object({
  /** Of the session as it was listed: a pid is given to another session later. */
  began_at: z.string(),
})

const outcome = z.object({
  /** False when the session had ended by itself. */
  was_there: z.boolean(),
})

const slot = z.object({
  name: z.string(),
  kind: z.enum(['physical', 'logical']),
  plugin: z.nullable(z.string()),
  database: z.nullable(z.string()),
  is_active: z.boolean(),
  /** Bytes of WAL that the slot keeps. */
  retained_bytes: z.nullable(z.number()),
  /** As `pg_replication_slots` has it: `reserved`, `extended`, `unreserved` or `lost`. */
  wal_status: z.nullable(z.string()),
  inactive_since: z.nullable(z.string()),
})

export type ReplicationSlot = z.infer<typeof slot>

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'sessions' } as const
const writes = { action: 'tenant:Sql:Admin:Write', resource: 'sessions' } as const

export const databaseActivity = {
  sessions: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/activity',
    params: byRef,
    response: z.object({
      sessions: z.array(session),
      /** Connections that clients can open. */
      connection_limit: z.int(),
    }),
    permission: reads,
    opensData: 'unless-restricted',
  }),
  /** Cancels the running statement; the session stays. */
  cancel: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/activity/{pid}/cancel',
    params: byPid,
    body: target,
    response: outcome,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  /** Ends the session and rolls back its transaction. */
  terminate: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/activity/{pid}/terminate',
    params: byPid,
    body: target,
    response: outcome,
    permission: writes,
    opensData: 'unless-restricted',
  }),
  slots: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/replication-slots',
    params: byRef,
    response: z.array(slot),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'replication-slots' },
    opensData: 'unless-restricted',
  }),
  /** 409 `conflict` while a client reads from it. */
  dropSlot: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/replication-slots/{name}',
    params: z.object({ ref: z.string(), name: z.string() }),
    response: z.object({}),
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'replication-slots' },
    opensData: 'unless-restricted',
  }),
}
