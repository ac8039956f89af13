import {
  type CloudProvider,
  cloudProviders,
  defaultRegion,
  nearestRegion,
  type RegionEntry,
  regionsOf,
} from '@basalt/catalog'
import type { Install } from '@basalt/contract'

import { placeOf } from './time-zone-places.ts'

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
  groups.find(([start]) => code.startsWith(start))?.[1] ?? 'Elsewhere'

type Placement = Install['placements'][number]

/** The providers and regions that the install offers. */
export const offeredProviders = (placements: readonly Placement[]): CloudProvider[] =>
  cloudProviders.filter((provider) => placements.some((one) => one.cloud_provider === provider))

export const offeredRegions = (
  placements: readonly Placement[],
  provider: CloudProvider,
): RegionEntry[] =>
  regionsOf(provider).filter(({ code }) =>
    placements.some((one) => one.cloud_provider === provider && one.region === code),
  )

/**
 * The region that is nearest to people with a time zone; undefined where the zone says
 * nothing, or where there is only one region.
 */
export function guessNearest(
  offered: readonly RegionEntry[],
  timeZone: string,
): RegionEntry | undefined {
  const place = placeOf(timeZone)
  if (place === undefined || offered.length < 2) return undefined
  return nearestRegion(place, offered)
}

/**
 * The region to begin with: the nearest to the user's time zone where that says something,
 * else the default of SPEC.md section 9, as far as it is offered.
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

/** A place to begin with; undefined where the install offers none. */
export function suggestPlace(
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

const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * A random password of 20 letters and digits. Characters that need percent-encoding in a
 * connection string, or look like another one, are left out.
 */
export function generatePassword(length = 20): string {
  // Values above the last full multiple would favour the first letters; they are drawn again.
  const limit = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    for (const value of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (value < limit && password.length < length) password += alphabet[value % alphabet.length]
    }
  }
  return password
}

/**
 * Whether a connection string must percent-encode the password: it may hold the letters,
 * digits and marks that RFC 3986 allows in the user information of a URI. A colon is among
 * them, because only the first one ends the user's name.
 */
export const needsEncoding = (password: string): boolean =>
  !/^[\w\-.~!$&'()*+,;=:]*$/u.test(password)
