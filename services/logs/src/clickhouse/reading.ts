import type {
  FacetCount,
  FilterField,
  HistogramBucket,
  LogPage,
  LogPosition,
  LogRange,
  PageOptions,
  PatternCount,
} from '../port/log-store.ts'
import { levelOf } from '../rows/levels.ts'
import type { LogRow } from '../rows/log-row.ts'
import { sourceOf } from '../rows/sources.ts'
import type { ClickHouse } from './click-house.ts'
import { columnOf, Parameters, rangeConditions } from './conditions.ts'
import { readColumns, type ReadRow, timeText, toLogRow } from './stored-rows.ts'

const time = "DateTime64(3, 'UTC')"

const newestFirst = 'order by at desc, id desc'

/** ClickHouse reads a day of a project within the budget, so a page is one statement. */
export async function readPage(
  database: ClickHouse,
  range: LogRange,
  { limit, before, signal }: PageOptions,
): Promise<LogPage> {
  const parameters = new Parameters()
  const conditions = [rangeConditions(range, parameters)]
  if (before !== undefined) {
    const at = parameters.add(time, timeText(before.at))
    conditions.push(`at <= ${at} and (at, id) < (${at}, ${parameters.add('UInt64', before.id)})`)
  }
  // One more shows whether the page is the last one.
  const rows = await database.query<ReadRow>(
    `select ${readColumns} from basalt_logs where ${conditions.join(' and ')}
     ${newestFirst} limit ${limit + 1}`,
    parameters.values,
    signal,
  )
  const page = rows.slice(0, limit).map(toLogRow)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { rows: page, next: hasMore ? { at: last.at, id: last.id } : null }
}

const reachMs = 86_400_000

export async function readAround(
  database: ClickHouse,
  { ref, at, id }: LogPosition & { ref: string },
  { count, includesOwn }: { count: number; includesOwn: boolean },
): Promise<LogRow[]> {
  const parameters = new Parameters()
  const position = `(${parameters.add(time, timeText(at))}, ${parameters.add('UInt64', id)})`
  const near = `ref = ${parameters.add('String', ref)} and source > 0
    and at >= ${parameters.add(time, timeText(at.getTime() - reachMs))}
    and at <= ${parameters.add(time, timeText(at.getTime() + reachMs))}
    ${includesOwn ? '' : `and (not is_own or (at, id) = ${position})`}`
  const columns = readColumns
  const rows = await database.query<ReadRow>(
    `select * from (
       select ${columns}, at, id from basalt_logs where ${near} and (at, id) > ${position}
       order by at, id limit ${count}
       union all
       select ${columns}, at, id from basalt_logs where ${near} and (at, id) <= ${position}
       ${newestFirst} limit ${count + 1}
     ) ${newestFirst}`,
    parameters.values,
  )
  return rows.map(toLogRow)
}

export async function countBuckets(
  database: ClickHouse,
  range: LogRange,
  { bucketMs, signal }: { bucketMs: number; signal?: AbortSignal | undefined },
): Promise<HistogramBucket[]> {
  const parameters = new Parameters()
  const conditions = rangeConditions(range, parameters)
  const start = parameters.add('Int64', range.from.getTime())
  const width = parameters.add('Int64', bucketMs)
  const rows = await database.query<{ bucket: number | string; level: number; count: number }>(
    `select intDiv(toUnixTimestamp64Milli(at) - ${start}, ${width}) as bucket, level,
       toFloat64(count()) as count
     from basalt_logs where ${conditions} group by bucket, level order by bucket, level`,
    parameters.values,
    signal,
  )
  const buckets = new Map<number, HistogramBucket>()
  for (const { bucket, level, count } of rows) {
    const number = Number(bucket)
    const from = new Date(range.from.getTime() + number * bucketMs)
    const known = buckets.get(number) ?? { from, counts: {} }
    known.counts[levelOf(level)] = count
    buckets.set(number, known)
  }
  return [...buckets.values()]
}

type Facet = FilterField | 'source'
const mostValues = 20

export async function countFacet(
  database: ClickHouse,
  range: LogRange,
  { field, signal }: { field: Facet; signal?: AbortSignal | undefined },
): Promise<FacetCount[]> {
  const filters = (range.filters ?? []).filter((filter) => filter.field !== field)
  const parameters = new Parameters()
  const column = columnOf[field]
  const rows = await database.query<{ value: string; count: number }>(
    `select toString(assumeNotNull(${column})) as value, toFloat64(count()) as count
     from basalt_logs
     where ${rangeConditions({ ...range, filters }, parameters)} and ${column} is not null
     group by value order by count desc, value limit ${mostValues}`,
    parameters.values,
    signal,
  )
  return rows.map(({ value, count }) => ({ value: shown(field, value), count }))
}

function shown(field: Facet, value: string): string {
  if (field === 'source') return sourceOf(Number(value))
  return field === 'level' ? levelOf(Number(value)) : value
}

type PatternRow = {
  source: number
  row_pattern: string
  level: number
  first_message: string
  before: number
  after: number
  first_ms: string
}

export async function countPatterns(
  database: ClickHouse,
  range: LogRange,
  { previousFrom, signal }: { previousFrom: Date; signal?: AbortSignal | undefined },
): Promise<PatternCount[]> {
  const length = range.to.getTime() - range.from.getTime()
  const previousTo = new Date(previousFrom.getTime() + length)
  const parameters = new Parameters()
  const after = rangeConditions(range, parameters)
  const before = rangeConditions({ ...range, from: previousFrom, to: previousTo }, parameters)
  const ref = parameters.add('String', range.ref)
  const rows = await database.query<PatternRow>(
    `select counted.source as source, toString(counted.pattern) as row_pattern, level, before, after,
       first_message, toString(first_ms) as first_ms
     from (
       select source, pattern, max(level) as level, toFloat64(countIf(${before})) as before,
         toFloat64(countIf(${after})) as after
       from basalt_logs where (${before}) or (${after}) group by source, pattern
     ) as counted
     left join (
       select source, pattern, argMinMerge(first) as first_message,
         toUnixTimestamp64Milli(min(first_at)) as first_ms
       from basalt_log_patterns where ref = ${ref} group by source, pattern
     ) as known on known.source = counted.source and known.pattern = counted.pattern`,
    parameters.values,
    signal,
  )
  return rows.map((row) => ({
    source: sourceOf(row.source),
    pattern: row.row_pattern,
    level: levelOf(row.level),
    message: row.first_message,
    before: row.before,
    after: row.after,
    firstAt: row.first_ms === '0' ? null : new Date(Number(row.first_ms)),
  }))
}
