import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

export const usageRanges = ['1h', '6h', '1d', '7d'] as const
export type UsageRange = (typeof usageRanges)[number]

/** A value for each time; null where there is no sample, or where the value is not known. */
const values = z.array(z.nullable(z.number()))

/** Values over time, all of the same length. */
export const resourceSeries = z.object({
  /** CPU seconds per second: 1 is one core. Null where the cluster runs on another machine. */
  cpu_cores: values,
  memory_bytes: values,
  connections_active: values,
  connections_idle: values,
  connections_idle_in_transaction: values,
  database_bytes: values,
  disk_free_bytes: values,
  /** Share of the pages that were found in shared buffers, 0 to 1; null without reads. */
  cache_hit_ratio: values,
  commits_per_second: values,
  rollbacks_per_second: values,
  wal_bytes_per_second: values,
  temporary_bytes_per_second: values,
  /** Since the sample before. */
  deadlocks: values,
})

const usage = z.object({
  from: z.string(),
  to: z.string(),
  /** The distance of samples. */
  step_seconds: z.int(),
  /** Of the oldest stored sample; null before the first one. */
  first_sample_at: z.nullable(z.string()),
  connection_limit: z.nullable(z.int()),
  /**
   * Seconds since 1970, ascending; the first and the last are the ends of the range. While the
   * project was paused or did not answer, a time without values stands for the gap.
   */
  times: z.array(z.number()),
  series: resourceSeries,
})

export type ResourceUsage = z.infer<typeof usage>
export type UsageSeries = keyof ResourceUsage['series']

export const resourceUsage = {
  /** From samples of each minute, or of each quarter of an hour after a day. */
  read: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/resource-usage',
    params: z.object({ ref: z.string() }),
    query: z.object({ range: z._default(z.enum(usageRanges), '1h') }),
    response: usage,
    permission: { action: 'tenant:Sql:Admin:Read', resource: 'statistics' },
  }),
}
