import { gateway as routes } from '@basalt/contract/gateway/gateway'
import type { DatabaseHealth, GatewayFailure } from '@basalt/gateway'

import type { GatewayService } from '../../gateway/service.ts'
import { getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'

/** The gateway of a project as its dashboard shows it. */
export const gatewayFeature = ({ gateway, requests }: GatewayService): Endpoint[] => [
  serve(routes.health, async (_, context) => {
    const { ref } = getProject(context)
    const health = await gateway.checkHealth(ref)
    return { url: `${context.pageUrl}/p/${ref}`, health: presentHealth(health) }
  }),
  serve(routes.requests, async ({ query: { limit, cursor, status } }, context) => {
    const { ref } = getProject(context)
    const statusClass = status === undefined ? undefined : Number(status[0])
    const page = await requests.list(ref, { limit, before: cursor, statusClass })
    return {
      requests: page.requests.map((request) => ({
        id: request.id,
        at: request.at.toISOString(),
        method: request.method,
        path: request.path,
        status: request.status,
        duration_ms: Math.round(request.durationMs * 100) / 100,
        request_id: request.requestId,
        client_address: request.address,
      })),
      next_cursor: page.next,
    }
  }),
]

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
