import { systemType } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

export type TargetColumn = {
  name: string
  /** As `format_type` prints it. */
  data_type: string
  kind: string
  is_nullable: boolean
}

/** Properties of a table that paging and editing need. */
export type RowTarget = {
  schema: string
  name: string
  columns: readonly TargetColumn[]
  /** As `findKey` answers it. */
  key: readonly string[]
}

/** The input does not fit the table; the message has the reason. */
export class RowError extends Error {
  override readonly name = 'RowError'
}

export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`

/** @throws RowError when the table has no such column. */
export function getColumn(target: RowTarget, name: string): TargetColumn {
  const column = target.columns.find((entry) => entry.name === name)
  if (column !== undefined) return column
  const type = target.key.includes(name) ? systemType(name) : undefined
  if (type !== undefined) return { name, data_type: type, kind: 'other', is_nullable: false }
  throw new RowError(`There is no column "${name}" in this table`)
}
