import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { logLevelNames, logRangeQuery, logSourceNames } from './logs.ts'

/** The range that a range is compared with: of the same length, directly before it, a day or a week earlier. */
export const logComparisons = ['previous', 'day', 'week'] as const
export type LogComparison = (typeof logComparisons)[number]

/**
 * `first_seen`: an error or warning that this project never logged before. `new` and `vanished`:
 * only in one of the ranges.
 */
const patternChanges = ['first_seen', 'new', 'vanished', 'more', 'fewer', 'same'] as const
export type LogPatternChange = (typeof patternChanges)[number]

const pattern = z.object({
  change: z.enum(patternChanges),
  source: z.enum(logSourceNames),
  /** For the parameter `pattern` of rows. */
  pattern: z.string(),
  level: z.enum(logLevelNames),
  /** The first message of the pattern. */
  message: z.string(),
  before: z.number(),
  after: z.number(),
  first_at: z.nullable(z.string()),
})
export type LogPattern = z.infer<typeof pattern>

const part = z.object({ from: z.string(), to: z.string(), rows: z.number() })

/** A change that somebody made near the range. */
const event = z.object({
  at: z.string(),
  kind: z.enum(['migration', 'setting', 'deployment']),
  /** As in the audit log: `index.dropped`. */
  action: z.string(),
  target_kind: z.string(),
  target: z.string(),
  /** Who made it; null when the caller may not read the audit log. */
  actor: z.nullable(z.string()),
})
export type LogEvent = z.infer<typeof event>

const times = z.nullable(z.object({ calls: z.number(), mean_ms: z.number() }))

/** A statement with another plan than before, or one that became much slower. */
const statementChange = z.object({
  /** `plan`: its newest plan is none of the earlier range. */
  change: z.enum(['plan', 'slower']),
  /** On its mean time; unknown without times of both ranges. */
  effect: z.enum(['slower', 'faster', 'same', 'unknown']),
  /** In the statistics of statements; null without a sample in both ranges. */
  id: z.nullable(z.string()),
  query_id: z.string(),
  role: z.string(),
  database: z.string(),
  query: z.string(),
  /** Nodes that only the earlier plan has: `Index Scan on orders_customer_idx`. */
  nodes_before: z.array(z.string()),
  /** Nodes that only the newest plan has; all of them where no earlier plan was logged. */
  nodes_after: z.array(z.string()),
  before: times,
  after: times,
  /** Times are of all runs; false: only of runs that were slow enough for the log. */
  is_sampled: z.boolean(),
  /** The log row of the newest plan. */
  plan_row_id: z.nullable(z.string()),
  /** Changes that may be the cause. */
  events: z.array(event),
})
export type LogStatementChange = z.infer<typeof statementChange>

export const logChanges = {
  /** Differences between a range and an earlier one under the same filters. */
  read: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/logs/changes',
    params: z.object({ ref: z.string() }),
    query: z.object({
      ...logRangeQuery,
      compare: z._default(z.enum(logComparisons), 'previous'),
    }),
    response: z.object({
      before: part,
      after: part,
      /** Rows of the earlier range are older than the plan keeps. */
      is_clipped: z.boolean(),
      /** Those that became slower first. */
      statements: z.array(statementChange),
      /** Within 10 minutes of the range, the newest first. */
      events: z.array(event),
      /** The most telling ones first; with `others` their counts add up to the rows. */
      patterns: z.array(pattern),
      others: z.object({ patterns: z.int(), before: z.number(), after: z.number() }),
    }),
    permission: { action: 'analytics:Read', resource: 'logs' },
  }),
}
