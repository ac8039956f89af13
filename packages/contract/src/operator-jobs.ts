import { z } from 'zod/mini'

import { defineRoute } from './route.ts'

const byId = z.object({ id: z.string().check(z.regex(/^\d{1,18}$/u, 'Enter the number of a job')) })

const jobTask = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Jobs whose last run failed; those that are tried again are waiting too. */
  failed: z.int(),
  /** How long the oldest job that is due has waited; null while none is due. */
  lag_ms: z.nullable(z.number()),
  /** The earliest time at which a further job is due. */
  next_at: z.nullable(z.string()),
})

export type JobTask = z.infer<typeof jobTask>

const worker = z.object({
  id: z.string(),
  host: z.string(),
  process_id: z.int(),
  started_at: z.string(),
  /** Its last heartbeat. */
  beat_at: z.string(),
  /** Whether its heartbeat is late: others take over its jobs. */
  is_lost: z.boolean(),
  running: z.int(),
})

export type JobWorker = z.infer<typeof worker>

const failedJob = z.object({
  id: z.string(),
  task: z.string(),
  key: z.nullable(z.string()),
  attempts: z.int(),
  message: z.string(),
  failed_at: z.string(),
  /** When it is tried again; null where it has used up its attempts. */
  next_at: z.nullable(z.string()),
})

export type FailedJob = z.infer<typeof failedJob>

const jobState = z.object({
  tasks: z.array(jobTask),
  workers: z.array(worker),
  /** The latest first. */
  failures: z.array(failedJob),
})

export type JobState = z.infer<typeof jobState>

/** The most failures that an answer has. */
export const failureLimit = 500

/** Jobs of the install: what waits and runs in the servers and workers, and what failed. */
export const operatorJobs = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/operator/jobs',
    response: jobState,
    permission: 'operator',
  }),
  /** Runs a failed job again at once, with all of its attempts. */
  retry: defineRoute({
    method: 'POST',
    path: '/platform/operator/jobs/{id}/retry',
    params: byId,
    body: z.object({}),
    response: jobState,
    permission: 'operator',
  }),
  /** Deletes a failed job. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/operator/jobs/{id}',
    params: byId,
    response: jobState,
    permission: 'operator',
  }),
}
