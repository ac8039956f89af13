/** An object of PostgreSQL's JSON. */
export type Told = Record<string, unknown>

export const isReported = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const getNumber = (told: Told, key: string): number | undefined => {
  const value = told[key]
  return typeof value === 'number' ? value : undefined
}

export const toText = (told: Told, key: string): string | undefined => {
  const value = told[key]
  return typeof value === 'string' ? value : undefined
}
