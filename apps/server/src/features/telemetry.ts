import { telemetry } from '@basalt/contract'
import type { FastifyBaseLogger } from 'fastify'

import { userIdOf } from '../http/context.ts'
import { createRateLimit } from '../http/rate-limits.ts'
import { type Endpoint, serve } from '../http/route.ts'

/** What the dashboard notes of its use. It is written to the server's own log and goes nowhere else. */
export function telemetryFeature({ logger }: { logger: FastifyBaseLogger }): Endpoint[] {
  const events = createRateLimit({ points: 120, durationSeconds: 60 })
  return [
    serve(telemetry.record, async ({ body }, context) => {
      await events.consume(userIdOf(context))
      logger.info({ telemetry: body }, 'Telemetry event')
      return { ok: true as const }
    }),
  ]
}
