import { ApiError } from '@basalt/contract/errors'
import { observability as routes } from '@basalt/contract/observability/observability'
import type { LogRange, RequestBucket } from '@basalt/logs'

import { getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { readingLogs } from '../../logs/reading-logs.ts'
import type { LogService } from '../../logs/service.ts'
import type { Clock } from '../../process/clock.ts'
import { maxDistanceMs, toSeries } from '../../projects/usage-series.ts'
import { findFirstSample, listSamples } from '../../store/resource-samples.ts'
import type { Store } from '../../store/store.ts'
import { getStepSeconds } from './intervals.ts'

type Services = { store: Store; logs: LogService; clock: Clock }

type Asked = { from: string; to: string }

/** The range of an answer: from the end of the retention to now at most. */
type Kept = { from: Date; to: Date; stepSeconds: number; keptFrom: Date; retentionDays: number }

/** The load of a project's cluster and the requests of its clients, in a range of time. */
export const observabilityFeature = (services: Services): Endpoint[] => [
  serve(routes.resources, async ({ query }, context) => {
    const { id, ref } = getProject(context)
    const { store } = services
    const kept = await keptRange(services, ref, query)
    const { from, to, stepSeconds } = kept
    // The first rate needs the sample before it.
    const since = new Date(from.getTime() - maxDistanceMs(stepSeconds))
    const [samples, first] = await Promise.all([
      listSamples(store, id, { from: since, to }),
      findFirstSample(store, id),
    ])
    return {
      ...present(kept),
      first_sample_at: first?.toISOString() ?? null,
      connection_limit: samples.at(-1)?.connection_limit ?? null,
      ...toSeries(samples, { from, to, stepSeconds }),
    }
  }),
  serve(routes.requests, async ({ query }, context) => {
    const { ref } = getProject(context)
    const { logs } = services
    const kept = await keptRange(services, ref, query)
    const { from, to, stepSeconds } = kept
    const range: LogRange = { ref, sources: ['edge_logs'], from, to }
    const lengthMs = to.getTime() - from.getTime()
    const [buckets, [whole]] = await readingLogs(() =>
      Promise.all([
        logs.store.requests(range, stepSeconds * 1000, context.signal),
        logs.store.requests(range, lengthMs, context.signal),
      ]),
    )
    return { ...present(kept), ...toIntervals(buckets, kept), total: toTotal(whole) }
  }),
]

async function keptRange({ logs, clock }: Services, ref: string, asked: Asked): Promise<Kept> {
  if (Date.parse(asked.from) >= Date.parse(asked.to)) {
    throw new ApiError('invalid_request', 'Choose a start before the end', {
      fields: { from: 'Choose a start before the end' },
    })
  }
  const now = clock()
  const keptFrom = await logs.keptFrom(ref)
  const retentionDays = await logs.retentionDays(ref)
  // Requests of this moment belong to a range that ends now by the clock of the browser.
  const latest = new Date(now.getTime() + 60_000)
  const to = earlier(new Date(asked.to), latest)
  const start = new Date(asked.from)
  const from = earlier(start < keptFrom ? keptFrom : start, new Date(to.getTime() - 1000))
  return { from, to, keptFrom, retentionDays, stepSeconds: getStepSeconds({ from, to, now }) }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const present = ({ from, to, stepSeconds, keptFrom, retentionDays }: Kept) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  step_seconds: stepSeconds,
  retention_days: retentionDays,
  kept_from: keptFrom.toISOString(),
})

function toIntervals(buckets: readonly RequestBucket[], { from, to, stepSeconds }: Kept) {
  const size = Math.ceil((to.getTime() - from.getTime()) / (stepSeconds * 1000))
  const found = new Map(
    buckets.map((bucket) => [
      Math.round((bucket.from.getTime() - from.getTime()) / (stepSeconds * 1000)),
      bucket,
    ]),
  )
  const list = <Value>(read: (bucket: RequestBucket | undefined) => Value) =>
    Array.from({ length: size }, (_, index) => read(found.get(index)))
  return {
    times: Array.from({ length: size }, (_, index) => from.getTime() / 1000 + index * stepSeconds),
    requests: list((bucket) => bucket?.requests ?? 0),
    client_errors: list((bucket) => bucket?.clientErrors ?? 0),
    server_errors: list((bucket) => bucket?.serverErrors ?? 0),
    p50_ms: list((bucket) => bucket?.p50Ms ?? null),
    p95_ms: list((bucket) => bucket?.p95Ms ?? null),
  }
}

const toTotal = (bucket: RequestBucket | undefined) => ({
  requests: bucket?.requests ?? 0,
  client_errors: bucket?.clientErrors ?? 0,
  server_errors: bucket?.serverErrors ?? 0,
  p50_ms: bucket?.p50Ms ?? null,
  p95_ms: bucket?.p95Ms ?? null,
})
