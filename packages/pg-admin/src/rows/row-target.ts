import { quoteIdent } from '@basalt/pg-sql'

type TargetColumn = {
  name: string
  /** As `format_type` prints it. */
  data_type: string
  kind: string
  is_nullable: boolean
}

/** What paging and editing need to know of a table. */
export type RowTarget = {
  schema: string
  name: string
  columns: readonly TargetColumn[]
  /** Columns that name a row; `ctid`, the place of a row, where there are none; or empty. */
  key: readonly string[]
}

/** The input does not fit the table; the message says why. */
export class RowError extends Error {
  override readonly name = 'RowError'
}

/** The key of tables without one: rows then carry it behind the values of their columns. */
export const placeKey = 'ctid'

export const goesByPlace = ({ key }: RowTarget): boolean => key[0] === placeKey

export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`

/** @throws RowError when the table has no such column. */
export function columnOf(target: RowTarget, name: string): TargetColumn {
  const column = target.columns.find((entry) => entry.name === name)
  if (column !== undefined) return column
  if (name === placeKey && goesByPlace(target))
    return { name: placeKey, data_type: 'tid', kind: 'other', is_nullable: false }
  throw new RowError(`There is no column "${name}" in this table`)
}
