import { type CloudProvider, cloudProviders, defaultRegion, listRegions } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import type { Install } from '@basalt/contract/utility'
import type { ProjectEngine } from '@basalt/engine'

type Placement = Install['placements'][number]

/** The placements that the engine offers and the catalogue lists. */
export const listPlacements = ({ placements }: Pick<ProjectEngine, 'placements'>): Placement[] =>
  cloudProviders.flatMap((provider) =>
    listRegions(provider)
      .filter(({ code }) =>
        placements.some((one) => one.provider === provider && one.region === code),
      )
      .map(({ code }) => ({ cloud_provider: provider, region: code })),
  )

type Requested = { cloud_provider?: CloudProvider | undefined; region?: string | undefined }

/**
 * The placement of a new project: as requested, or by the defaults of SPEC.md section 9. An engine
 * with one location stores the request as a label.
 *
 * @throws ApiError `invalid_request` at the field `region` for a placement that is not offered.
 */
export function placeProject(
  { cloud_provider: provider, region }: Requested,
  { engine, development }: { engine: ProjectEngine; development: boolean },
): Placement {
  const offered = listPlacements(engine)
  const preset = development ? defaultRegion.development : defaultRegion.production
  const known = offered.length > 0 ? offered : everywhere
  const fitting = known.filter(
    (one) =>
      one.cloud_provider === (provider ?? one.cloud_provider) &&
      one.region === (region ?? one.region),
  )
  const chosen =
    fitting.find((one) => one.cloud_provider === 'AWS' && one.region === (region ?? preset)) ??
    fitting[0]
  if (chosen !== undefined) return chosen
  const message = 'This region is not available'
  throw new ApiError('invalid_request', message, { fields: { region: message } })
}

const everywhere: readonly Placement[] = cloudProviders.flatMap((provider) =>
  listRegions(provider).map(({ code }) => ({ cloud_provider: provider, region: code })),
)
