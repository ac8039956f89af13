import type { LogRange, RequestBucket } from '../port/log-store.ts'
import type { ClickHouse } from './click-house.ts'
import { Parameters, rangeConditions } from './conditions.ts'

type Row = {
  bucket: number | string
  requests: number
  client_errors: number
  server_errors: number
  /** Null without a row that has a duration. */
  p50: number | null
  p95: number | null
}

export async function countRequests(
  database: ClickHouse,
  range: LogRange,
  { bucketMs, signal }: { bucketMs: number; signal?: AbortSignal | undefined },
): Promise<RequestBucket[]> {
  const parameters = new Parameters()
  const conditions = rangeConditions(range, parameters)
  const start = parameters.add('Int64', range.from.getTime())
  const width = parameters.add('Int64', bucketMs)
  const rows = await database.query<Row>(
    `select intDiv(toUnixTimestamp64Milli(at) - ${start}, ${width}) as bucket,
       toFloat64(count()) as requests,
       toFloat64(countIf(status between 400 and 499)) as client_errors,
       toFloat64(countIf(status >= 500)) as server_errors,
       quantileExactInclusive(0.5)(toFloat64(duration_ms)) as p50,
       quantileExactInclusive(0.95)(toFloat64(duration_ms)) as p95
     from basalt_logs where ${conditions} group by bucket order by bucket`,
    parameters.values,
    signal,
  )
  return rows.map((row) => ({
    from: new Date(range.from.getTime() + Number(row.bucket) * bucketMs),
    requests: row.requests,
    clientErrors: row.client_errors,
    serverErrors: row.server_errors,
    p50Ms: row.p50,
    p95Ms: row.p95,
  }))
}
