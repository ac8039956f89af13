import type { RegionEntry } from './regions.ts'

/** Latitude and longitude in degrees. */
export type Location = readonly [latitude: number, longitude: number]

/** SPEC.md section 9, "Earth radius 6371 km for distance". */
const earthRadiusKm = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance of two places, in kilometres. */
export function distanceKm(a: Location, b: Location): number {
  const halfLatitude = radians(b[0] - a[0]) / 2
  const halfLongitude = radians(b[1] - a[1]) / 2
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(halfLongitude) ** 2
  // Rounding may lead a hair past 1 for places that lie opposite each other.
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The region that is the shortest way from a place: the first of equals, undefined of none. */
export function nearestRegion(
  location: Location,
  offered: readonly RegionEntry[],
): RegionEntry | undefined {
  return offered.reduce<RegionEntry | undefined>(
    (nearest, region) =>
      nearest === undefined ||
      distanceKm(location, region.location) < distanceKm(location, nearest.location)
        ? region
        : nearest,
    undefined,
  )
}
