import type { DrainDestination } from '@basalt/contract/logs/drains'
import type { LogRow } from '@basalt/logs'

export type Secrets = Readonly<Record<string, string>>

export type Delivery<Type extends DrainDestination['type'] = DrainDestination['type']> = {
  destination: Extract<DrainDestination, { type: Type }>
  secrets: Secrets
  ref: string
  rows: readonly LogRow[]
  now: Date
}

/** A request that delivers rows. */
export type DeliveryRequest = {
  method: 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body: string
}

/** A row as receivers of JSON get it. */
export const plainRow = (ref: string, row: LogRow) => ({
  id: row.id,
  project: ref,
  source: row.source,
  timestamp: row.at.toISOString(),
  level: row.level,
  event_message: row.message,
  status: row.status,
  method: row.method,
  path: row.path,
  user: row.user,
  database: row.database,
  code: row.code,
  request_id: row.request_id,
  duration_ms: row.durationMs,
  metadata: row.metadata,
})

/** The path of a URL, or another one when it has none. */
export function withPath(url: string, path: string): string {
  const target = new URL(url)
  if (target.pathname === '/') target.pathname = path
  return target.href
}
