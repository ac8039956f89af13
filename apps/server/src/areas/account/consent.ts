import { consentCategories, usageServices } from '@basalt/catalog'
import { consent } from '@basalt/contract/consent'

import { type Endpoint, serve } from '../../http/route.ts'
import type { TelemetryDestination } from '../../telemetry/telemetry-destination.ts'
import { telemetryCookie } from './telemetry.ts'

type Services = { destination: Pick<TelemetryDestination, 'host'> | null }

/**
 * The services that need consent: those of the catalogue, and the operator's destination of events.
 */
export function consentFeature({ destination }: Services): Endpoint[] {
  return [
    serve(consent.categories, async () =>
      consentCategories.map(({ services, ...category }) => ({
        ...category,
        services: [...services, ...forwarding(category.slug, destination)].map((service) => ({
          ...service,
          consent: { status: category.isEssential },
        })),
      })),
    ),
    serve(consent.optOut, async (_, { cookies }) => {
      cookies.write(telemetryCookie, '', 0)
      return { ok: true as const }
    }),
  ]
}

function forwarding(slug: string, destination: Services['destination']) {
  if (slug !== 'analytics' || destination === null) return []
  const { host } = destination
  return [{ id: usageServices.forwardingTo(host), label: `Copy to ${host}` }]
}
