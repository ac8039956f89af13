import type { Column, TableDetail } from '@basalt/contract'

import type { Row } from '../row-window.ts'

/** One column of a foreign key, what it refers to, and what the row holds there. */
export type KeyPart = { column: string; referenced: string; value: string | null }

/** What the row's foreign key over this column holds; a NULL anywhere points at no row. */
export function referredKey(
  { columns }: Pick<TableDetail, 'columns'>,
  { name, references }: Column,
  row: Row,
): KeyPart[] {
  if (references === null) return []
  const pairs = references.pairs ?? [{ column: name, referenced: references.column }]
  return pairs.map((pair) => ({
    ...pair,
    value: row[columns.findIndex((column) => column.name === pair.column)] ?? null,
  }))
}
