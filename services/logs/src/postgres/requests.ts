import type { LogRange, RequestBucket } from '../port/log-store.ts'
import { Parameters, rangeConditions } from './conditions.ts'
import type { Reading } from './reading.ts'
import { millisecondsOfId } from './stored-row.ts'

type Counted = { projectId: number; bucketMs: number; signal?: AbortSignal | undefined }

type Row = {
  bucket: number
  requests: number
  client_errors: number
  server_errors: number
  durations: [number | null, number | null] | null
}

export async function countRequests(
  reading: Reading,
  range: LogRange,
  { projectId, bucketMs, signal }: Counted,
): Promise<RequestBucket[]> {
  const parameters = new Parameters()
  const conditions = rangeConditions(range, projectId, parameters)
  const width = parameters.add(bucketMs)
  const start = parameters.add(range.from.getTime())
  const rows = await reading.query<Row>(
    `select ((${millisecondsOfId} - ${start}::bigint) / ${width}::bigint)::int as bucket,
       count(*)::float8 as requests,
       count(*) filter (where status between 400 and 499)::float8 as client_errors,
       count(*) filter (where status >= 500)::float8 as server_errors,
       percentile_cont(array[0.5, 0.95]) within group (order by duration_ms) as durations
     from logs.rows where ${conditions} group by 1 order by 1`,
    parameters.values,
    signal,
  )
  return rows.map((row) => ({
    from: new Date(range.from.getTime() + row.bucket * bucketMs),
    requests: row.requests,
    clientErrors: row.client_errors,
    serverErrors: row.server_errors,
    p50Ms: row.durations?.[0] ?? null,
    p95Ms: row.durations?.[1] ?? null,
  }))
}
