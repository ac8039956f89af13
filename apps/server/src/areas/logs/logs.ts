import { ApiError } from '@basalt/contract/errors'
import { logFacetFields, logLevelNames, logs as routes } from '@basalt/contract/logs/logs'
import type { DroppedRows, LogRange, LogRow } from '@basalt/logs'

import { type Context, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { type RangeQuery, toRange } from '../../logs/log-range.ts'
import { auditRight, checkUnifiedPlan, readableSources } from '../../logs/readable-sources.ts'
import { fromCursor, readingLogs, toCursor } from '../../logs/reading-logs.ts'
import type { LogService } from '../../logs/service.ts'
import type { Store } from '../../store/store.ts'
import { readRowPages, writeCsv, writeJson } from './log-files.ts'
import { present } from './present.ts'

type Services = { store: Store; logs: LogService }

/** A page of rare rows is answered after this time, however many it has. */
const pageBudgetMs = 700

type Reader = Services & {
  keptRange: (query: RangeQuery, context: Context) => Promise<LogRange>
}

/** The logs of a project. */
export function logsFeature(services: Services): Endpoint[] {
  /** The range without what the plan does not keep; partitions are dropped some time later. */
  const keptRange = async (query: RangeQuery, context: Context) => {
    const asked = toRange(getProject(context).ref, query)
    await checkUnifiedPlan(services.store, context.organization?.id, asked.sources)
    const range = { ...asked, sources: readableSources(readsAudit(context), asked.sources) }
    const from = await services.logs.keptFrom(range.ref)
    return range.from < from ? { ...range, from } : range
  }
  const reader = { ...services, keptRange }
  return [...rowEndpoints(reader), ...countEndpoints(reader), ...fileEndpoints(reader)]
}

const rowEndpoints = ({ logs, keptRange }: Reader): Endpoint[] => [
  serve(routes.rows, async ({ query }, context) => {
    const range = await keptRange(query, context)
    const { limit, cursor } = query
    const before = cursor === undefined ? undefined : fromCursor(cursor)
    const options = { limit, before, budgetMs: pageBudgetMs, signal: context.signal }
    const { rows, next } = await readingLogs(() => logs.store.list(range, options))
    return {
      rows: rows.map(present),
      next_cursor: next === null ? null : toCursor(next),
      read_from: (next?.at ?? range.from).toISOString(),
    }
  }),
  serve(routes.row, async ({ params }, context) => {
    const row = await find(logs, params.id, context)
    return { ...present(row), metadata: row.metadata }
  }),
  serve(routes.context, async ({ params, query }, context) => {
    const row = await find(logs, params.id, context)
    const options = { count: query.count, includesOwn: query.own === 'true' }
    const around = await readingLogs(() => logs.store.around(getProject(context).ref, row, options))
    return { rows: readable(context, around).map(present) }
  }),
  serve(routes.request, async ({ params }, context) => {
    const { ref } = getProject(context)
    const rows = await readingLogs(() => logs.store.byRequest(ref, params.request_id))
    return { rows: readable(context, rows).map(present) }
  }),
]

const readsAudit = (context: Context): boolean =>
  context.may(auditRight, getScope(getProject(context)))

const readable = (context: Context, rows: readonly LogRow[]): readonly LogRow[] =>
  readsAudit(context) ? rows : rows.filter(({ source }) => source !== 'audit_logs')

const countEndpoints = ({ logs, keptRange }: Reader): Endpoint[] => [
  serve(routes.histogram, async ({ query }, context) => {
    const range = await keptRange(query, context)
    const lengthMs = Math.max(1, range.to.getTime() - range.from.getTime())
    const bucketMs = Math.max(1, Math.ceil(lengthMs / query.buckets))
    const size = Math.ceil(lengthMs / bucketMs)
    const found = await readingLogs(() => logs.store.histogram(range, bucketMs, context.signal))
    const counts = Object.fromEntries(
      logLevelNames.map((level) => [level, Array.from({ length: size }, () => 0)]),
    ) as Record<(typeof logLevelNames)[number], number[]>
    let total = 0
    for (const bucket of found) {
      const index = Math.round((bucket.from.getTime() - range.from.getTime()) / bucketMs)
      for (const level of logLevelNames) {
        const count = bucket.counts[level] ?? 0
        counts[level][index] = count
        total += count
      }
    }
    return { bucket_seconds: bucketMs / 1000, from: range.from.toISOString(), counts, total }
  }),
  serve(routes.facets, async ({ query }, context) => {
    const range = await keptRange(query, context)
    return {
      facets: await readingLogs(() => logs.store.facets(range, logFacetFields, context.signal)),
    }
  }),
  serve(routes.state, async ({ query }, context) => {
    const { ref } = getProject(context)
    const [dropped, newest] = await readingLogs(() =>
      Promise.all([
        logs.store.dropped(ref, new Date(query.from), new Date(query.to)),
        logs.store.newest(ref),
      ]),
    )
    return {
      retention_days: await logs.retentionDays(ref),
      kept_from: (await logs.keptFrom(ref)).toISOString(),
      dropped: summarize(dropped),
      newest_at: newest?.toISOString() ?? null,
      waiting_since: logs.waitingSince()?.toISOString() ?? null,
    }
  }),
]

const fileEndpoints = ({ logs, keptRange }: Reader): Endpoint[] => [
  serveStream(routes.exportCsv, async ({ query }, context, emit) => {
    await writeCsv(readRowPages(logs, await keptRange(query, context), context.signal), emit)
  }),
  serveStream(routes.exportJson, async ({ query }, context, emit) => {
    await writeJson(readRowPages(logs, await keptRange(query, context), context.signal), emit)
  }),
]

async function find(logs: LogService, id: string, context: Context): Promise<LogRow> {
  const row = await readingLogs(() => logs.store.find(getProject(context).ref, id))
  if (row === null || readable(context, [row]).length === 0) {
    throw new ApiError('not_found', 'This log row does not exist, or is not kept any more')
  }
  return row
}

type Missing = {
  source: DroppedRows['source']
  reason: DroppedRows['reason']
  count: number
  first_minute: string
  last_minute: string
}

/** One entry for each source and reason, of minutes in their order. */
function summarize(dropped: readonly DroppedRows[]): Missing[] {
  const groups = new Map<string, Missing>()
  for (const { source, reason, count, minute } of dropped) {
    const key = `${source}/${reason}`
    const at = minute.toISOString()
    const group = groups.get(key) ?? {
      source,
      reason,
      count: 0,
      first_minute: at,
      last_minute: at,
    }
    groups.set(key, { ...group, count: group.count + count, last_minute: at })
  }
  return [...groups.values()]
}
