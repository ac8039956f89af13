import type { ReferenceCandidate } from '@basalt/contract/database/references'
import type { Column } from '@basalt/contract/database/tables'
import type { Held } from '@basalt/data-grid/held-close'

import type { AdjacentRow } from './cell-tools.ts'

type Position = { column: Column; adjacent?: AdjacentRow | undefined }

/** The columns of the column's foreign key with those that they refer to, in the key's order. */
export const listPairs = ({ name, references }: Column) =>
  references?.pairs ?? [{ column: name, referenced: references?.column ?? '' }]

/** Columns of the key that are neither visible nor editable next to this one. */
export const missingColumns = ({ column, adjacent }: Position): string[] =>
  listPairs(column)
    .map((pair) => pair.column)
    .filter((name) => name !== column.name && adjacent?.values.has(name) !== true)

/** The row's values in the key columns before this one, when none is NULL. */
export function leadingValues({ column, adjacent }: Position): LeadingValue[] {
  const pairs = listPairs(column)
  const before = pairs.slice(
    0,
    pairs.findIndex((pair) => pair.column === column.name),
  )
  const values = before.flatMap(({ referenced, column: name }) => {
    const value = adjacent?.values.get(name)
    return typeof value === 'string' ? [{ name: referenced, value }] : []
  })
  return values.length === before.length ? values : []
}

export type LeadingValue = { name: string; value: string }

/** Whether the row references this one now. */
export function isReferredTo(
  { column, adjacent, stored }: Position & { stored: string | null },
  candidate: ReferenceCandidate,
): boolean {
  const { key = [candidate.value] } = candidate
  return listPairs(column).every(
    ({ column: name }, at) =>
      key[at] === (name === column.name ? stored : adjacent?.values.get(name)),
  )
}

/** The changes that make the row reference another one, when it takes more than this column. */
export function listWrites(
  { column, adjacent }: Position,
  { key }: ReferenceCandidate,
): (() => Held | void) | undefined {
  if (key === undefined || adjacent === undefined) return undefined
  const pairs = listPairs(column)
  const isOther = pairs.some(
    ({ column: name }, at) => name !== column.name && adjacent.values.get(name) !== key[at],
  )
  if (!isOther) return undefined
  return () =>
    adjacent.write(Object.fromEntries(pairs.map(({ column: name }, at) => [name, key[at] ?? ''])))
}

/** The columns that choosing a row sets, where they are several. */
export const namesOfKey = (column: Column): string =>
  listPairs(column)
    .map((pair) => pair.column)
    .join(', ')
