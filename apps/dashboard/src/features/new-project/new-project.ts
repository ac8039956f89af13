import { type CloudProvider, defaultRegion, type RegionEntry, regionsOf } from '@basalt/catalog'

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

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance of two places in kilometres. */
export function distanceKm(a: readonly [number, number], b: readonly [number, number]): number {
  const [latA, latB] = [radians(a[0]), radians(b[0])]
  const halfLat = (latB - latA) / 2
  const halfLng = radians(b[1] - a[1]) / 2
  const chord = Math.sin(halfLat) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(halfLng) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/**
 * Roughly where people with a time zone live. Regions are far apart, so a guess by the
 * zone's area and its offset is good enough, and nothing is asked from anybody.
 */
const zonePlaces: Record<string, readonly [number, number]> = {
  'Europe/London': [51.5, -0.1],
  'Europe/Dublin': [53.3, -6.3],
  'Europe/Paris': [48.9, 2.4],
  'Europe/Madrid': [40.4, -3.7],
  'Europe/Zurich': [47.4, 8.5],
  'Europe/Stockholm': [59.3, 18.1],
  'Europe/Oslo': [59.9, 10.8],
  'Europe/Helsinki': [60.2, 24.9],
  'America/New_York': [40.7, -74],
  'America/Toronto': [43.7, -79.4],
  'America/Chicago': [41.9, -87.6],
  'America/Denver': [39.7, -105],
  'America/Los_Angeles': [37.8, -122.4],
  'America/Vancouver': [49.3, -123.1],
  'America/Sao_Paulo': [-23.6, -46.6],
  'Asia/Kolkata': [19, 72.8],
  'Asia/Calcutta': [19, 72.8],
  'Asia/Singapore': [1.4, 103.8],
  'Asia/Tokyo': [35.7, 139.7],
  'Asia/Seoul': [37.6, 127],
  'Australia/Sydney': [-33.9, 151.2],
  'Australia/Melbourne': [-37.8, 145],
}

function placeOf(timeZone: string): readonly [number, number] | undefined {
  const known = zonePlaces[timeZone]
  if (known !== undefined) return known
  if (timeZone.startsWith('Europe/')) return [50.1, 8.7]
  if (timeZone.startsWith('Australia/')) return [-33.9, 151.2]
  return undefined
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
  const place = placeOf(timeZone)
  if (place !== undefined) {
    const [nearest] = offered.toSorted(
      (a, b) => distanceKm(a.location, place) - distanceKm(b.location, place),
    )
    if (nearest !== undefined) return nearest.code
  }
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
