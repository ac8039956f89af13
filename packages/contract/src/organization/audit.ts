import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const auditEntry = z.object({
  /** Rows of one chain are numbered without a gap; the chain and the number name a row. */
  chain: z.string(),
  number: z.string(),
  at: z.string(),
  /** `aggregate.verb_in_past`, for example `member.role_changed`. */
  action: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  actor: z.object({
    kind: z.enum(['user', 'token', 'staff', 'system', 'nobody']),
    id: z.nullable(z.string()),
    name: z.string(),
  }),
  project_ref: z.nullable(z.string()),
  target: z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  request_id: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** SHA-256 of the row and of the hash before it, in hexadecimal digits. */
  hash: z.string(),
})

export type AuditEntry = z.infer<typeof auditEntry>

const moment = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Use a date such as 2026-01-31'))

const filter = z.object({
  /** ISO 8601; SPEC.md section 3, "Audit log query". */
  date_start: z.optional(moment),
  /** Exclusive. */
  date_end: z.optional(moment),
  /** A part of the name of who did it. */
  actor: z.optional(z.string()),
  /** An action, or an aggregate such as `project` with all that happened to it. */
  action: z.optional(z.string()),
  /** The ref of a project. */
  project: z.optional(z.string()),
  outcome: z.optional(z.enum(['done', 'refused', 'failed'])),
})

const pageQuery = z.extend(filter, {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  /** Of the page before; older entries follow. */
  cursor: z.optional(z.string()),
})

const auditPage = z.object({
  rows: z.array(auditEntry),
  next_cursor: z.nullable(z.string()),
  /** Older rows are deleted; null when there is no limit. */
  retention_hours: z.nullable(z.number()),
})

export type AuditPage = z.infer<typeof auditPage>

const verification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), checked: z.int(), total: z.int() }),
  z.object({
    type: z.literal('result'),
    is_whole: z.boolean(),
    checked: z.int(),
    first_number: z.string(),
    last_number: z.string(),
    /** Stored outside of Basalt, it later proves that no earlier entry was rewritten. */
    head_hash: z.string(),
    /** The first number that is not as it was written. */
    broken: z.nullable(z.object({ number: z.string(), reason: z.string() })),
  }),
])

export type AuditVerification = Extract<z.infer<typeof verification>, { type: 'result' }>

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })
const permission = { action: 'read:Read', resource: 'notification_logs.audit' } as const

export const audit = {
  /** Newest first. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/audit',
    params: bySlug,
    query: pageQuery,
    response: auditPage,
    permission,
  }),
  /** Every row of the same filters; cells that a spreadsheet would run are made harmless. */
  exportCsv: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/audit/export.csv',
    params: bySlug,
    query: filter,
    response: z.string(),
    stream: true,
    file: { type: 'text/csv; charset=utf-8', name: 'audit-log.csv' },
    permission,
  }),
  exportJson: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/audit/export.json',
    params: bySlug,
    query: filter,
    response: z.string(),
    stream: true,
    file: { type: 'application/json; charset=utf-8', name: 'audit-log.json' },
    permission,
  }),
  /** Recomputes every hash of the organization's chain. */
  verify: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/audit/verify',
    params: bySlug,
    response: verification,
    stream: true,
    permission,
  }),
  /** Entries about the caller: their actions anywhere, and changes of their account. */
  ofAccount: defineRoute({
    method: 'GET',
    path: '/platform/profile/audit',
    query: pageQuery,
    response: auditPage,
    permission: 'signed-in',
  }),
}
