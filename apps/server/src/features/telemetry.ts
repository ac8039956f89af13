import { telemetry } from '@basalt/contract'

import { userIdOf } from '../http/context.ts'
import { createRateLimit } from '../http/rate-limits.ts'
import { type Endpoint, serve } from '../http/route.ts'

type Log = { info(details: object, message: string): void }

/** What the dashboard notes of its use. It is written to the server's own log and goes nowhere else. */
export function telemetryFeature({ logger }: { logger: Log }): Endpoint[] {
  const events = createRateLimit({ points: 120, durationSeconds: 60 })
  return [
    serve(telemetry.record, async ({ body }, context) => {
      await events.consume(userIdOf(context))
      logger.info({ telemetry: body }, 'Telemetry event')
      return { ok: true as const }
    }),
  ]
}
