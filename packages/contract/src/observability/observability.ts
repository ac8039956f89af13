import { z } from 'zod/mini'

import { resourceSeries } from '../project/resource-usage.ts'
import { defineRoute } from '../route.ts'

/** For example `2026-01-31T12:00:00.000Z`. */
const time = z.iso.datetime()

/** `from` belongs to the range, `to` does not. 400 unless it is the later one. */
const range = z.object({ from: time, to: time })

const answered = {
  /** Later than the requested start where the plan keeps nothing older. */
  from: z.string(),
  to: z.string(),
  step_seconds: z.int(),
  /** The retention of the plan, in days, and its start. */
  retention_days: z.int(),
  kept_from: z.string(),
}

/** One value for each interval. */
const counts = z.array(z.number())
const milliseconds = z.array(z.nullable(z.number()))

const byRef = z.object({ ref: z.string() })

/** How a project has fared in a range of time. */
export const observability = {
  /** From samples of each minute, or of each quarter of an hour after a day. */
  resources: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/observability/resources',
    params: byRef,
    query: range,
    response: z.object({
      ...answered,
      /** Of the oldest stored sample; null before the first one. */
      first_sample_at: z.nullable(z.string()),
      connection_limit: z.nullable(z.int()),
      /** As those of `resourceUsage.read`. */
      times: z.array(z.number()),
      series: resourceSeries,
    }),
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'statistics' },
  }),
  /** Requests of the project's clients. 503 while the log store does not answer. */
  requests: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/observability/requests',
    params: byRef,
    query: range,
    response: z.object({
      ...answered,
      /** The start of each interval in seconds since 1970, without a gap. */
      times: z.array(z.number()),
      requests: counts,
      /** Answered with a status of 400 to 499. */
      client_errors: counts,
      /** Answered with a status from 500. */
      server_errors: counts,
      /** Percentiles of the duration; null in an interval without requests. */
      p50_ms: milliseconds,
      p95_ms: milliseconds,
      /** Of the whole range. */
      total: z.object({
        requests: z.number(),
        client_errors: z.number(),
        server_errors: z.number(),
        p50_ms: z.nullable(z.number()),
        p95_ms: z.nullable(z.number()),
      }),
    }),
    permission: { action: 'analytics:Read', resource: 'logs' },
  }),
  /**
   * The last sample in the text format of Prometheus; counters are those of PostgreSQL. 402 where
   * the plan does not include it.
   */
  metrics: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/metrics',
    params: byRef,
    response: z.string(),
    stream: true,
    file: { type: 'text/plain; version=0.0.4; charset=utf-8', name: 'metrics.txt' },
    acceptsBasic: true,
    permission: { action: 'analytics:Read', resource: 'logs' },
  }),
}
