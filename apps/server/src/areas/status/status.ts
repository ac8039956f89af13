import { status } from '@basalt/contract/status'

import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import { type ErrorReports, withoutSecrets } from '../../process/error-reports.ts'
import type { StatusMonitor } from '../../status/monitor.ts'

type Services = { monitor: StatusMonitor; errorReports: ErrorReports; clock: Clock }

/** Shows the state of the install to everyone, and receives error reports of browsers. */
export function statusFeature({ monitor, errorReports, clock }: Services): Endpoint[] {
  const ofAddress = createRateLimit({ points: 20, durationSeconds: 60 })
  // Many addresses together must not fill the log either.
  const ofAll = createRateLimit({ points: 300, durationSeconds: 60 })
  return [
    serve(status.get, async () => monitor.current()),
    serve(status.reportError, async ({ body }, context) => {
      await ofAddress.consume(context.client.address)
      await ofAll.consume('all')
      const { id, name, message, stack, pathname, details = {} } = body
      errorReports.report({
        id,
        source: 'dashboard',
        name: withoutSecrets(name),
        message: withoutSecrets(message),
        stack: stack === undefined ? undefined : withoutSecrets(stack),
        path: withoutSecrets(pathname.split(/[?#]/u)[0] ?? '/'),
        details: Object.fromEntries(
          Object.entries(details)
            .slice(0, 20)
            .map(([key, value]) => [key.slice(0, 50), withoutSecrets(value)]),
        ),
        at: clock().toISOString(),
      })
      return { ok: true as const }
    }),
  ]
}
