import {
  type CloudProvider,
  cloudProviders,
  defaultRegion,
  nearestRegion,
  type RegionEntry,
  listRegions,
} from '@basalt/catalog'
import type { Install } from '@basalt/contract/utility'

import { placeOf } from './time-zone-cities.ts'

const groups: readonly [start: string, name: string][] = [
  ['us-', 'Americas'],
  ['ca-', 'Americas'],
  ['sa-', 'Americas'],
  ['eu-', 'Europe'],
  ['ap-', 'Asia Pacific'],
  ['sin', 'Asia Pacific'],
]

/** The part of the world under which a region is listed. */
export const regionGroup = ({ code }: RegionEntry): string =>
  groups.find(([start]) => code.startsWith(start))?.[1] ?? 'Other'

type Placement = Install['placements'][number]

/** The providers and regions that the install offers. */
export const offeredProviders = (placements: readonly Placement[]): CloudProvider[] =>
  cloudProviders.filter((provider) => placements.some((one) => one.cloud_provider === provider))

export const offeredRegions = (
  placements: readonly Placement[],
  provider: CloudProvider,
): RegionEntry[] =>
  listRegions(provider).filter(({ code }) =>
    placements.some((one) => one.cloud_provider === provider && one.region === code),
  )

/** The region nearest to a time zone; undefined for an unknown zone, or with a single region. */
export function guessNearest(
  offered: readonly RegionEntry[],
  timeZone: string,
): RegionEntry | undefined {
  const place = placeOf(timeZone)
  if (place === undefined || offered.length < 2) return undefined
  return nearestRegion(place, offered)
}

/**
 * The initial region: the nearest to the user's time zone if known, else the default of SPEC.md
 * section 9, when it is offered.
 */
export function suggestRegion(
  offered: readonly RegionEntry[],
  timeZone: string,
  isDevelopment: boolean,
): string {
  const nearest = guessNearest(offered, timeZone)
  if (nearest !== undefined) return nearest.code
  const preset = isDevelopment ? defaultRegion.development : defaultRegion.production
  return offered.find(({ code }) => code === preset)?.code ?? offered[0]?.code ?? ''
}

/** An initial placement; undefined when the install offers none. */
export function suggestPosition(
  { placements, development }: Pick<Install, 'placements' | 'development'>,
  timeZone: string,
): Placement | undefined {
  const [provider] = placements.some((one) => one.cloud_provider === 'AWS')
    ? (['AWS'] as const)
    : offeredProviders(placements)
  if (provider === undefined) return undefined
  const region = suggestRegion(offeredRegions(placements, provider), timeZone, development)
  return { cloud_provider: provider, region }
}
