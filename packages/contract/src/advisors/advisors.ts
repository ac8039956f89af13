import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const level = z.enum(['error', 'warning', 'info'])
const byRef = z.object({ ref: z.string() })

const ignore = z.object({
  id: z.string(),
  rule: z.string(),
  /** Null ignores every finding of the rule. */
  key: z.nullable(z.string()),
  /** Whether it applies to all members, or to the caller alone. */
  for_everyone: z.boolean(),
  reason: z.string(),
  /** Null never ends. */
  until: z.nullable(z.string()),
  created_by: z.nullable(z.string()),
  created_at: z.string(),
})

const finding = z.object({
  rule: z.string(),
  /** Stays the same while the object keeps its name. */
  key: z.string(),
  level,
  schema: z.nullable(z.string()),
  name: z.string(),
  /** The kind of object as PostgreSQL names it, such as `table`. */
  kind: z.string(),
  detail: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  /** Statements that clear the finding, and those that revert them; null where there are none. */
  fix: z.nullable(z.string()),
  undo: z.nullable(z.string()),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  /** The ignore that applies to it; null while it counts. */
  ignored_by: z.nullable(z.string()),
})

const unchecked = z.object({
  rule: z.string(),
  reason: z.enum(['service', 'extension', 'object', 'statistics', 'rights', 'timeout', 'failed']),
  message: z.string(),
})

const summary = z.object({
  /** Null before the first run. */
  checked_at: z.nullable(z.string()),
  /** Findings that nobody ignores, with those beyond the listed ones. */
  counts: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
  unchecked_rules: z.int(),
  /** 0 to 100: the share of checked rules without findings, weighted by level; null without any. */
  score: z.nullable(z.int()),
})

const report = z.object({
  summary,
  run: z.nullable(
    z.object({
      /** Of the last run that read the database; null if none did. */
      finished_at: z.nullable(z.string()),
      duration_ms: z.int(),
      /** Why the last run failed; the findings are then those of the run before. */
      failure: z.nullable(z.string()),
    }),
  ),
  findings: z.array(finding),
  unchecked: z.array(unchecked),
  /** The number of all findings of rules of which only the first ones are listed. */
  truncated: z.record(z.string(), z.int()),
  ignores: z.array(ignore),
})

export type AdvisorReport = z.infer<typeof report>
export type AdvisorFinding = AdvisorReport['findings'][number]
export type AdvisorIgnore = z.infer<typeof ignore>
export type AdvisorSummary = z.infer<typeof summary>

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'advisors' }

/** An additional right: to ignore a rule or a finding for all members. */
export const ignoreForEveryone = { action: 'tenant:Sql:Admin:Write', resource: 'advisors' } as const

export const advisors = {
  /** The findings of the last run. */
  read: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/advisors',
    params: byRef,
    response: report,
    permission: reads,
  }),
  /** Counts and score, without findings. */
  summary: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/advisors/summary',
    params: byRef,
    response: summary,
    permission: reads,
  }),
  /** Applies every rule now. 409 while the database does not answer. */
  run: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/advisors/run',
    params: byRef,
    response: report,
    permission: reads,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /**
   * Runs the fix of a finding as the rule states it now, in one transaction that waits 5 s for its
   * locks, and records it as a migration. 409 when the rule no longer finds it, or when its
   * statements are not those that the caller has seen.
   */
  fix: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/advisors/fix',
    params: byRef,
    body: z.object({ key: z.string(), sql: z.string() }),
    response: z.object({
      /** Whether the migration has statements that revert it. */
      has_reverse: z.boolean(),
      report,
    }),
    permission: { action: 'tenant:Sql:Admin:Write', resource: 'advisors' },
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Ignores a rule, or one finding of it. For everyone it requires `ignoreForEveryone` too. */
  ignore: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/advisors/ignores',
    params: byRef,
    body: z.object({
      rule: z.string().check(z.maxLength(100)),
      key: z.nullable(z.string().check(z.maxLength(1000))),
      for_everyone: z.boolean(),
      reason: z.string().check(z.minLength(1, 'Enter a reason'), z.maxLength(500)),
      /** The last day, in UTC; null for always. */
      until: z.nullable(z.iso.date('Choose a day')),
    }),
    hasForm: true,
    response: ignore,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'advisor_ignores' },
  }),
  /** Ends an ignore: the caller's own one, or one for everyone with `ignoreForEveryone`. */
  unignore: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/advisors/ignores/{id}',
    params: z.object({ ref: z.string(), id: z.uuid() }),
    response: z.object({ ok: z.literal(true) }),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'advisor_ignores' },
  }),
}
