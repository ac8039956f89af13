import { databaseTables } from '@basalt/contract/database/tables'

import { call } from '../../../lib/network/api.ts'
import type { Anchor } from '../rows/row-window.ts'
import { viewQuery } from '../tables/queries.ts'
import { isFilteredView } from '../view/is-filtered.ts'
import { anchorOfKey, type Sought } from './anchor-of-key.ts'

export type Landing = {
  anchor: Anchor
  /** The message when other rows than requested are shown. */
  notice?: string | undefined
}

/** The target of a key in its own order: its row, or the next one if no row has it. */
export async function landingAtKey(search: Sought): Promise<Landing> {
  const { table, values } = search
  const columns = table.key.slice(0, values.length)
  const next = await rowFrom(search)
  if (next === undefined) return lastRow(search, columns)
  const anchor: Anchor = { at: 'from', values: search.values }
  const isPresent = columns.every((name, at) => {
    const position = table.columns.findIndex((column) => column.name === name)
    return next[position] === values[at]
  })
  // A value has several spellings, as 7 and 007, which only the database knows.
  if (isPresent || (await anchorOfKey(search)) !== undefined) return { anchor }
  return { anchor, notice: `${noneHas(search, columns)}. Showing the next row.` }
}

/** The target of a value of the first sorted column. */
export async function landingAtValue(search: Sought, column: string): Promise<Landing> {
  if ((await rowFrom(search)) === undefined) return lastRow(search, [column])
  return { anchor: { at: 'from', values: search.values } }
}

/**
 * The row at a position, or the first one after it. It is requested before the visible rows are
 * dropped, because the database may refuse the value.
 */
async function rowFrom({ projectRef, table, view, values, signal }: Sought) {
  const from = JSON.stringify(values)
  const position = {
    params: { ref: projectRef, id: table.id },
    query: { limit: 1, from, direction: 'forward' as const, ...viewQuery(view) },
  }
  const { rows } = await call(databaseTables.rows, position, signal)
  return rows[0]
}

const lastRow = (search: Sought, columns: readonly string[]): Landing => ({
  anchor: { at: 'end' },
  notice: `${noneHas(search, columns)} or a later one. Showing the last row.`,
})

function noneHas({ view, values }: Sought, columns: readonly string[]): string {
  const key = columns.map((name, at) => `${name} ${values[at] ?? ''}`).join(', ')
  return `No row ${isFilteredView(view) ? 'in this view ' : ''}has ${key}`
}
