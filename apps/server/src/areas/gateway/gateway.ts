import { gateway as routes } from '@basalt/contract/gateway/gateway'
import type { DatabaseHealth, Gateway, GatewayFailure } from '@basalt/gateway'
import type { LogRange, LogRow } from '@basalt/logs'

import { getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { fromCursor, readingLogs, toCursor } from '../../logs/reading-logs.ts'
import type { LogService } from '../../logs/service.ts'
import type { Clock } from '../../process/clock.ts'

type Services = { gateway: Gateway; logs: LogService; clock: Clock }

/** Long enough for any page of one source. */
const pageBudgetMs = 2000
const dayMs = 86_400_000

/** The gateway of a project as its dashboard shows it. */
export const gatewayFeature = ({ gateway, logs, clock }: Services): Endpoint[] => [
  serve(routes.health, async (_, context) => {
    const { ref } = getProject(context)
    const health = await gateway.checkHealth(ref, context.origin.requestId ?? '')
    return { url: `${context.pageUrl}/p/${ref}`, health: presentHealth(health) }
  }),
  serve(routes.requests, async ({ query: { limit, cursor, status } }, context) => {
    const { ref } = getProject(context)
    await logs.flush()
    const to = clock().getTime() + dayMs
    const range: LogRange = {
      ref,
      sources: ['edge_logs'],
      from: await logs.keptFrom(ref),
      to: new Date(to),
      filters: status === undefined ? [] : [{ field: 'status', values: [status] }],
    }
    const before = cursor === undefined ? undefined : fromCursor(cursor)
    const options = { limit, before, budgetMs: pageBudgetMs, signal: context.signal }
    const page = await readingLogs(() => logs.store.list(range, options))
    return {
      requests: page.rows.map(presentRequest),
      next_cursor: page.next === null ? null : toCursor(page.next),
    }
  }),
]

/** A row that `toEdgeRow` made. */
function presentRequest(row: LogRow) {
  const { request } = row.metadata as { request?: { headers?: { x_real_ip?: string | null } } }
  return {
    id: row.id,
    at: row.at.toISOString(),
    method: row.method ?? '',
    path: row.path ?? '',
    status: row.status ?? 0,
    duration_ms: Math.round((row.durationMs ?? 0) * 100) / 100,
    request_id: row.request_id ?? '',
    client_address: request?.headers?.x_real_ip ?? null,
  }
}

const presentHealth = (health: DatabaseHealth | GatewayFailure) =>
  health.status === 'ok'
    ? health
    : {
        status: 'unavailable' as const,
        http_status: health.status,
        code: health.code,
        message: health.message,
        hint: health.hint ?? null,
      }
