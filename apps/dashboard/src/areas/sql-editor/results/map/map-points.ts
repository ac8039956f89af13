import type { Rows } from '../../../../product/rows/value-kinds.ts'
import type { PositionColumns } from './position-columns.ts'

export type MapPoint = { row: number; latitude: number; longitude: number }

export type Bounds = { west: number; east: number; south: number; north: number }

export const world: Bounds = { west: -180, east: 180, south: -90, north: 90 }

/** More would hide each other. */
export const maxDrawn = 2000

/** The positions of the rows; those without a valid position are only counted. */
export function mapPoints(
  rows: Rows,
  columns: PositionColumns,
): { points: MapPoint[]; skipped: number } {
  const points: MapPoint[] = []
  for (let row = 0; row < rows.count; row += 1) {
    const place = placeOf(rows.at(row), columns)
    if (place !== undefined) points.push({ row, ...place })
  }
  return { points, skipped: rows.count - points.length }
}

function placeOf(values: readonly (string | null)[], columns: PositionColumns) {
  const [longitude, latitude] =
    'point' in columns
      ? listNumbers(/^\((.+),(.+)\)$/u.exec(values[columns.point] ?? '')?.slice(1))
      : listNumbers([values[columns.longitude] ?? '', values[columns.latitude] ?? ''])
  if (longitude === undefined || latitude === undefined) return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : undefined
}

const listNumbers = (texts: readonly string[] | undefined): (number | undefined)[] =>
  (texts ?? []).map((text) =>
    /\d/u.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined,
  )

/** Some of many points, evenly among the rows. */
export function sampled(points: readonly MapPoint[]): readonly MapPoint[] {
  if (points.length <= maxDrawn) return points
  const step = points.length / maxDrawn
  return Array.from({ length: maxDrawn }, (_, at) => points[Math.floor(at * step)]).filter(
    (point) => point !== undefined,
  )
}

/** The bounds of all points, with a margin. */
export function listBounds(points: readonly MapPoint[]): Bounds {
  if (points.length === 0) return world
  let [west, east, south, north] = [180, -180, 90, -90]
  for (const { latitude, longitude } of points) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const room = Math.max(0.05, (east - west) * 0.08, (north - south) * 0.08)
  return { west: west - room, east: east + room, south: south - room, north: north + room }
}

/** Around its middle by a factor, above 1 for more of the earth. */
export function zoomed({ west, east, south, north }: Bounds, factor: number): Bounds {
  const [x, y] = [(west + east) / 2, (south + north) / 2]
  const width = Math.min(360, Math.max(0.01, (east - west) * factor)) / 2
  const height = Math.min(180, Math.max(0.005, (north - south) * factor)) / 2
  return { west: x - width, east: x + width, south: y - height, north: y + height }
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45]

/** Degrees at which lines of the graticule stand, about six of them. */
export function graticule(from: number, to: number): number[] {
  const step = steps.find((one) => (to - from) / one <= 8) ?? 60
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toFixed(2)),
  )
}

export const degrees = (value: number, [positive, negative]: readonly [string, string]): string => {
  if (value === 0) return '0°'
  return `${Math.abs(value)}° ${value > 0 ? positive : negative}`
}
