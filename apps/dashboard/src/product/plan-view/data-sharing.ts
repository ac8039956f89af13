/** An object of PostgreSQL's JSON. */
export type Reported = Record<string, unknown>

export const isReported = (value: unknown): value is Reported =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const getNumber = (reported: Reported, key: string): number | undefined => {
  const value = reported[key]
  return typeof value === 'number' ? value : undefined
}

export const toText = (reported: Reported, key: string): string | undefined => {
  const value = reported[key]
  return typeof value === 'string' ? value : undefined
}
