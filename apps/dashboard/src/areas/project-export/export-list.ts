import type { ExportTable } from '@basalt/contract/project/export'

import type { ExportSort } from './export-sorts.ts'

/** The name of a table: without its schema when it is public. */
export const tableTitle = ({ schema, name }: ExportTable): string =>
  schema === 'public' ? name : `${schema}.${name}`

/** The tables whose name contains every word, in the requested order. */
export function listTables(
  tables: readonly ExportTable[],
  { search, sort }: { search: string; sort: ExportSort },
): ExportTable[] {
  const words = search.toLowerCase().split(/\s+/u)
  const found = tables.filter(({ schema, name }) => {
    const text = `${schema}.${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return found.toSorted((one, other) => orders[sort](one, other) || byName(one, other))
}

type Order = (one: ExportTable, other: ExportTable) => number

const byName: Order = (one, other) => tableTitle(one).localeCompare(tableTitle(other))

const orders: Readonly<Record<ExportSort, Order>> = {
  name: byName,
  size: (one, other) => other.size_bytes - one.size_bytes,
  rows: (one, other) => (other.row_estimate ?? -1) - (one.row_estimate ?? -1),
}
