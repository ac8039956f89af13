import {
  type CloudProvider,
  defaultRegion,
  nearestRegion,
  type RegionEntry,
  regionsOf,
} from '@basalt/catalog'

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

/**
 * The provider's region that is nearest to people with a time zone; undefined where the zone
 * says nothing, or where there is only one region.
 */
export function guessNearest(provider: CloudProvider, timeZone: string): RegionEntry | undefined {
  const place = placeOf(timeZone)
  if (place === undefined || regionsOf(provider).length < 2) return undefined
  return nearestRegion(place, provider)
}

/**
 * The region to begin with: the nearest to the user's time zone where that says something,
 * else the default of SPEC.md section 9, as far as the provider has it.
 */
export function suggestRegion(
  provider: CloudProvider,
  timeZone: string,
  isDevelopment: boolean,
): string {
  const offered = regionsOf(provider)
  const nearest = guessNearest(provider, timeZone)
  if (nearest !== undefined) return nearest.code
  const preset = isDevelopment ? defaultRegion.development : defaultRegion.production
  return offered.find(({ code }) => code === preset)?.code ?? offered[0]?.code ?? ''
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

/** Whether a connection string must percent-encode the password. */
export const needsEncoding = (password: string): boolean =>
  encodeURIComponent(password) !== password || /[!'()*]/u.test(password)
