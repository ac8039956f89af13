import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

import { call } from '../../../lib/network/api.ts'
import { viewQuery } from '../tables/queries.ts'
import { getCursor, cursorReader, keyReader } from './row-key.ts'
import { heldRows, type RowWindow } from './row-window.ts'

/** The limit of one save. */
const maxSelected = 10_000

const pageRows = 1000

/** The keys of all rows of the view, in its order; null when they are more than can be named. */
export async function readKeys(
  ref: string,
  { table, view }: { table: TableDetail; view: RowView },
): Promise<string[][] | null> {
  const getKey = keyReader(table)
  const cursorOfRow = cursorReader(table, view.sort)
  const keys: string[][] = []
  let cursor: string | undefined
  while (keys.length <= maxSelected) {
    const query = { limit: pageRows, ...viewQuery(view), ...(cursor !== undefined && { cursor }) }
    const page = await call(databaseTables.rows, { params: { ref, id: table.id }, query })
    for (const row of page.rows) {
      const key = getKey(row)
      if (key !== null) keys.push(key)
    }
    const last = page.rows.at(-1)
    if (!page.has_more || last === undefined) return keys.length > maxSelected ? null : keys
    cursor = cursorOfRow(last)
  }
  return null
}

/** Index of the first of all rows in a window, derived from a loaded row. */
export function indexOfFirst(
  keys: readonly (readonly string[])[],
  window: RowWindow,
  table: TableDetail,
): number {
  const getKey = keyReader(table)
  const positions = new Map(keys.map((key, at) => [getCursor(key), at]))
  const { held, first } = heldRows(window)
  for (const [index, row] of held) {
    const at = positions.get(getCursor(getKey(row) ?? []))
    if (at !== undefined) return index - at
  }
  return first
}
