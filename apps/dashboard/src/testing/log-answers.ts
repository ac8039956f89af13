import type { LogRowEntry, logs } from '@basalt/contract/logs/logs'
import type { OutputOf } from '@basalt/contract/route'

import { shop } from './answers.ts'

type Histogram = OutputOf<typeof logs.histogram>

/** The routes of a project's logs. */
export const logCalls = {
  rows: `GET /platform/projects/${shop.ref}/logs`,
  histogram: `GET /platform/projects/${shop.ref}/logs/histogram`,
  facets: `GET /platform/projects/${shop.ref}/logs/facets`,
  state: `GET /platform/projects/${shop.ref}/logs/state`,
  row: (id: string) => `GET /platform/projects/${shop.ref}/logs/rows/${id}`,
  context: (id: string) => `GET /platform/projects/${shop.ref}/logs/rows/${id}/context`,
  request: (id: string) => `GET /platform/projects/${shop.ref}/logs/requests/${id}`,
}

export const logRow = (id: number, change: Partial<LogRowEntry> = {}): LogRowEntry => ({
  id: String(id),
  source: 'edge_logs',
  at: new Date(Date.UTC(2026, 10, 28, 12, 0, 0, id)).toISOString(),
  level: 'info',
  message: `GET | 200 | /rest/v1/cities?id=${id}`,
  status: 200,
  method: 'GET',
  path: '/rest/v1/cities',
  user: null,
  database: null,
  code: null,
  request_id: `request-${id}`,
  duration_ms: 3.5,
  is_own: false,
  pattern: '7',
  ...change,
})

export const logRows = (rows: readonly LogRowEntry[], next: string | null = null) => ({
  rows: [...rows],
  next_cursor: next,
  read_from: '2026-11-28T11:00:00.000Z',
})

export const logHistogram = (counts: Partial<Histogram['counts']> = {}): Histogram => {
  const none = [0, 0, 0, 0]
  const all = { debug: none, info: none, warning: none, error: none, fatal: none, ...counts }
  return {
    bucket_seconds: 900,
    from: '2026-11-28T11:00:00.000Z',
    counts: all,
    total: Object.values(all)
      .flat()
      .reduce((sum, count) => sum + count, 0),
  }
}

export const logState: OutputOf<typeof logs.state> = {
  retention_days: 1,
  kept_from: '2020-01-01T00:00:00.000Z',
  dropped: [],
  newest_at: null,
  waiting_since: null,
}
