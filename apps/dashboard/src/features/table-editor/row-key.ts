import { orderColumns, type RowView, type TableDetail } from '@basalt/contract'

type Row = readonly (string | null)[]
type Keyed = Pick<TableDetail, 'columns' | 'key'>

/** Makes the function that reads a row's key; it answers null where a row has none. */
export function keyReader({ columns, key }: Keyed): (row: Row) => string[] | null {
  const places = key.map(placeIn(columns))
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

/** Makes the function that reads a row's cursor: what decides its place among the others. */
export function cursorReader({ columns, key }: Keyed, sort: RowView['sort']) {
  const places = orderColumns(sort, key).map(placeIn(columns))
  return (row: Row): string => JSON.stringify(places.map((place) => row[place] ?? null))
}

/** The place of a row in its table comes behind its columns' values. */
const placeIn = (columns: Keyed['columns']) => (name: string) =>
  name === 'ctid' ? columns.length : columns.findIndex((column) => column.name === name)

/** A key as text, which is its identity in maps. */
export const cursorOf = (key: readonly string[]): string => JSON.stringify(key)
