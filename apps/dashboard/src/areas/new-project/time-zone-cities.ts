import type { Location } from '@basalt/catalog'

/** The approximate location of users in a time zone, for the most common zones. */
const places: Readonly<Record<string, Location>> = {
  'Africa/Cairo': [30, 31.2],
  'Africa/Casablanca': [33.6, -7.6],
  'Africa/Johannesburg': [-26.2, 28],
  'Africa/Lagos': [6.5, 3.4],
  'Africa/Nairobi': [-1.3, 36.8],
  'America/Argentina/Buenos_Aires': [-34.6, -58.4],
  'America/Bogota': [4.7, -74.1],
  'America/Caracas': [10.5, -66.9],
  'America/Chicago': [41.9, -87.6],
  'America/Denver': [39.7, -105],
  'America/Halifax': [44.6, -63.6],
  'America/Lima': [-12, -77],
  'America/Los_Angeles': [37.8, -122.4],
  'America/Mexico_City': [19.4, -99.1],
  'America/New_York': [40.7, -74],
  'America/Phoenix': [33.4, -112.1],
  'America/Santiago': [-33.4, -70.7],
  'America/Sao_Paulo': [-23.6, -46.6],
  'America/Toronto': [43.7, -79.4],
  'America/Vancouver': [49.3, -123.1],
  'America/Winnipeg': [49.9, -97.1],
  'Asia/Bangkok': [13.8, 100.5],
  'Asia/Calcutta': [19, 72.8],
  'Asia/Dhaka': [23.8, 90.4],
  'Asia/Dubai': [25.2, 55.3],
  'Asia/Ho_Chi_Minh': [10.8, 106.7],
  'Asia/Hong_Kong': [22.3, 114.2],
  'Asia/Jakarta': [-6.2, 106.8],
  'Asia/Jerusalem': [31.8, 35.2],
  'Asia/Karachi': [24.9, 67],
  'Asia/Kolkata': [19, 72.8],
  'Asia/Manila': [14.6, 121],
  'Asia/Riyadh': [24.7, 46.7],
  'Asia/Seoul': [37.6, 127],
  'Asia/Shanghai': [31.2, 121.5],
  'Asia/Singapore': [1.4, 103.8],
  'Asia/Taipei': [25, 121.6],
  'Asia/Tehran': [35.7, 51.4],
  'Asia/Tokyo': [35.7, 139.7],
  'Australia/Perth': [-32, 115.9],
  'Europe/Athens': [38, 23.7],
  'Europe/Bucharest': [44.4, 26.1],
  'Europe/Dublin': [53.3, -6.3],
  'Europe/Helsinki': [60.2, 24.9],
  'Europe/Istanbul': [41, 29],
  'Europe/Kiev': [50.5, 30.5],
  'Europe/Kyiv': [50.5, 30.5],
  'Europe/Lisbon': [38.7, -9.1],
  'Europe/London': [51.5, -0.1],
  'Europe/Madrid': [40.4, -3.7],
  'Europe/Moscow': [55.8, 37.6],
  'Europe/Oslo': [59.9, 10.8],
  'Europe/Paris': [48.9, 2.4],
  'Europe/Stockholm': [59.3, 18.1],
  'Europe/Zurich': [47.4, 8.5],
  'Pacific/Auckland': [-36.8, 174.8],
  'Pacific/Honolulu': [21.3, -157.9],
}

/** For other zones: the centre of the population under the first part of the name. */
const areas: Readonly<Record<string, Location>> = {
  Australia: [-33.9, 151.2],
  Europe: [50.1, 8.7],
}

/**
 * The approximate location for a time zone; undefined when unknown. It is a guess, which suffices
 * because regions are far apart, and needs no permission.
 */
export const placeOf = (timeZone: string): Location | undefined =>
  places[timeZone] ?? areas[timeZone.split('/')[0] ?? '']

/** The time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
