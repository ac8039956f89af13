import type { HistoryEntry } from '@basalt/contract/database/history'
import type { TableDetail } from '@basalt/contract/database/tables'

/**
 * The name of the table of the place, where it is not the one that is looked at: rows of tables
 * that inherit from one are changed with its own, and so are those that a foreign key leads to.
 */
export function otherTable({ tables }: HistoryEntry, position: number, shown: TableDetail): string {
  const table = tables[position]
  return table === undefined || table.id === shown.id ? '' : `${table.schema}.${table.name} `
}
