import type { TableDetail } from '@basalt/contract'

type Row = readonly (string | null)[]
type Keyed = Pick<TableDetail, 'columns' | 'key'>

/** Makes the function that reads a row's key; it answers null where a row has none. */
export function keyReader({ columns, key }: Keyed): (row: Row) => string[] | null {
  const places = key.map((name) => columns.findIndex((column) => column.name === name))
  if (places.length === 0 || places.includes(-1)) return () => null
  return (row) => {
    const values: string[] = []
    for (const place of places) {
      const value = row[place] ?? null
      if (value === null) return null
      values.push(value)
    }
    return values
  }
}

/** A key as the `cursor` of the contract, which also serves as its identity in maps. */
export const cursorOf = (key: readonly string[]): string => JSON.stringify(key)
