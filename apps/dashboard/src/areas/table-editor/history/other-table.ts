import type { HistoryEntry } from '@basalt/contract/database/history'
import type { TableDetail } from '@basalt/contract/database/tables'

/**
 * The name of another table of the change: rows of child tables are changed with a table's own, and
 * so are cascaded ones.
 */
export function otherTable({ tables }: HistoryEntry, position: number, shown: TableDetail): string {
  const table = tables[position]
  return table === undefined || table.id === shown.id ? '' : `${table.schema}.${table.name} `
}
