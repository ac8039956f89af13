import type { Rows } from '../../../../product/rows/value-kinds.ts'

/** Columns with a row's position: latitude and longitude, or one with a point. */
export type PositionColumns = { latitude: number; longitude: number } | { point: number }

const latitudes = /^(?:lat|latitude)$|_(?:lat|latitude)$/iu
const longitudes = /^(?:lon|lng|long|longitude)$|_(?:lon|lng|long|longitude)$/iu

export function listPositions(fields: Rows['fields']): PositionColumns | undefined {
  const latitude = fields.findIndex(({ name }) => latitudes.test(name))
  const longitude = fields.findIndex(({ name }) => longitudes.test(name))
  if (latitude !== -1 && longitude !== -1) return { latitude, longitude }
  const point = fields.findIndex(({ type }) => type === 'point')
  return point === -1 ? undefined : { point }
}
