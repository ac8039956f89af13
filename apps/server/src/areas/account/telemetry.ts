import { randomUUID } from 'node:crypto'

import { usageServices } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import { telemetry } from '@basalt/contract/telemetry'

import { type Context, getUserId } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import type { TelemetryDestination } from '../../telemetry/telemetry-destination.ts'

/** Names the cookie whose random id events are noted under. */
export const telemetryCookie = 'telemetry'

const halfYearSeconds = 182 * 24 * 60 * 60

type Services = {
  logger: Pick<Log, 'info'>
  clock: Clock
  /** Null when no events leave the machine. */
  destination: TelemetryDestination | null
}

/**
 * Usage analytics of the dashboard. Events are written to the server's log, and forwarded to the
 * operator's destination only with consent to that destination.
 */
export function telemetryFeature({ logger, clock, destination }: Services): Endpoint[] {
  const events = createRateLimit({ points: 120, durationSeconds: 60 })
  return [
    serve(telemetry.record, async ({ body }, context) => {
      await events.consume(getUserId(context))
      const { consented, ...event } = body
      if (!consented.includes(usageServices.log)) {
        throw new ApiError('forbidden', 'Nothing is collected without consent')
      }
      const anonymousId = getAnonymousId(context)
      logger.info({ telemetry: event }, 'Telemetry event')
      if (destination !== null && consented.includes(usageServices.forwardingTo(destination.host)))
        destination.send({ ...event, anonymous_id: anonymousId, at: clock().toISOString() })
      return { ok: true as const }
    }),
  ]
}

/** The cookie exists only after consent: the first event creates it. */
function getAnonymousId({ cookies }: Context): string {
  const known = cookies.read(telemetryCookie)
  if (known !== null && /^[\da-f-]{36}$/u.test(known)) return known
  const id = randomUUID()
  cookies.write(telemetryCookie, id, halfYearSeconds)
  return id
}
