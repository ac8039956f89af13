import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const jobId = z.string().check(z.regex(/^\d{1,18}$/u, 'Enter the number of a job'))
const byId = z.object({ ref: z.string(), id: jobId })
const runId = z.string().check(z.regex(/^\d{1,18}$/u, 'Enter the number of a run'))
const byRun = z.object({ ref: z.string(), id: jobId, run: runId })

export const jobPageSize = 100
export const runPageSize = 50

export const cronRequest = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string().check(z.trim(), z.minLength(1, 'Enter a URL'), z.maxLength(2000)),
  headers: z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(4000))),
  body: z.optional(z.string().check(z.maxLength(100_000))),
})

export type CronRequest = z.infer<typeof cronRequest>

const overlapPolicies = ['skip', 'wait', 'allow'] as const
const missedPolicies = ['skip', 'once', 'each'] as const

const policies = {
  time_zone: z.string().check(z.minLength(1), z.maxLength(60)),
  timeout_ms: z.int().check(z.gte(100), z.lte(86_400_000)),
  /** Of a slot during an earlier run of the job. */
  overlap: z.enum(overlapPolicies),
  /** Of slots at which no worker ran. */
  missed: z.enum(missedPolicies),
  retries: z.int().check(z.gte(0), z.lte(10)),
  /** Whether the owners of the organization get an email when it fails. */
  alerts: z.boolean(),
}

const runStatus = z.enum(['waiting', 'starting', 'running', 'succeeded', 'failed', 'skipped'])
export type CronRunStatus = z.infer<typeof runStatus>

const job = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  schedule: z.string(),
  /** The schedule in words; empty where it cannot be read. */
  description: z.string(),
  /** Whether its times are fixed: each once on the days on which clocks change. */
  is_fixed: z.boolean(),
  kind: z.enum(['sql', 'http']),
  command: z.string(),
  request: z.nullable(cronRequest),
  username: z.string(),
  database: z.string(),
  is_active: z.boolean(),
  ...policies,
  next_at: z.nullable(z.string()),
  last_run: z.nullable(
    z.object({ status: runStatus, at: z.string(), message: z.nullable(z.string()) }),
  ),
})

export type CronJob = z.infer<typeof job>

const cronState = z.object({
  /** `original`: the extension of the engine runs its jobs itself; they are changed with SQL. */
  kind: z.enum(['absent', 'own', 'original']),
  jobs: z.array(job),
  /** Whether there are more jobs after these. */
  has_more: z.boolean(),
  /** Roles that jobs can run as. */
  roles: z.array(z.string()),
})

export type CronState = z.infer<typeof cronState>

const run = z.object({
  id: z.string(),
  /** The time at which the job was due. */
  slot: z.string(),
  status: runStatus,
  attempt: z.int(),
  /** Why it was skipped, caught up or started. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  username: z.string(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
})

export type CronRun = z.infer<typeof run>

const jobBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(200)),
  schedule: z.string().check(z.trim(), z.minLength(1, 'Enter a schedule'), z.maxLength(200)),
  kind: z.enum(['sql', 'http']),
  /** Of an SQL job; empty otherwise. */
  command: z.string().check(z.maxLength(100_000)),
  /** Of an HTTP job; null otherwise. */
  request: z.nullable(cronRequest),
  username: z.string().check(z.minLength(1), z.maxLength(63)),
  is_active: z.boolean(),
  ...policies,
})

export type CronJobBody = z.infer<typeof jobBody>

const preview = z.object({
  /** The schedule as it is stored; null where the text is none. */
  schedule: z.nullable(z.string()),
  description: z.string(),
  is_fixed: z.boolean(),
  next: z.array(z.string()),
  error: z.nullable(z.string()),
})

export type CronPreview = z.infer<typeof preview>

const ok = z.object({ ok: z.literal(true) })
/** As for the extensions of the database. */
const read = { action: 'tenant:Sql:Admin:Read', resource: 'extensions' }
const write = { action: 'tenant:Sql:Admin:Write', resource: 'extensions' }
const opensData = 'unless-restricted' as const

export const cron = {
  /** Jobs in the order of their names; `after` is the id of the last one of the page before. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/cron',
    params: byRef,
    query: z.object({
      /** A part of the name, the schedule, the SQL, the URL or the role. */
      search: z.optional(z.string().check(z.maxLength(200))),
      after: z.optional(jobId),
      /** Only this job. */
      id: z.optional(jobId),
    }),
    response: cronState,
    permission: read,
    opensData,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/cron/jobs',
    params: byRef,
    body: jobBody,
    hasForm: true,
    response: z.object({ id: z.string() }),
    permission: write,
    opensData,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/cron/jobs/{id}',
    params: byId,
    body: jobBody,
    hasForm: true,
    response: ok,
    permission: write,
    opensData,
  }),
  /** Pauses a job, or resumes it. */
  setActive: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/cron/jobs/{id}',
    params: byId,
    body: z.object({ is_active: z.boolean() }),
    response: ok,
    permission: write,
    opensData,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/cron/jobs/{id}',
    params: byId,
    response: ok,
    permission: write,
    opensData,
  }),
  /** Runs a job now, also a paused one. */
  start: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/cron/jobs/{id}/runs',
    params: byId,
    body: z.object({}),
    response: ok,
    permission: write,
    opensData,
  }),
  /**
   * Ends a run as failed, without another attempt, or as skipped if it never began. The work itself
   * ends within seconds, in whichever process it runs.
   *
   * Errors: `conflict` for a run that has ended.
   */
  stop: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/cron/jobs/{id}/runs/{run}/stop',
    params: byRun,
    body: z.object({}),
    response: ok,
    permission: write,
    opensData,
  }),
  /** The latest runs first; `before` is the id of the last one of the page before. */
  runs: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/cron/jobs/{id}/runs',
    params: byId,
    query: z.object({ before: z.optional(runId) }),
    response: z.array(run),
    permission: read,
    opensData,
  }),
  /** Reads a schedule, or words such as `every weekday at 8:30`. */
  preview: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/cron/preview',
    params: byRef,
    query: z.object({
      text: z.string().check(z.maxLength(200)),
      time_zone: z.string().check(z.maxLength(60)),
    }),
    response: preview,
    permission: read,
  }),
}
