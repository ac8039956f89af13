import { databaseTables } from '@basalt/contract/database/tables'

import { call } from '../../../lib/network/api.ts'
import type { Anchor } from '../rows/row-window.ts'
import { viewQuery } from '../tables/queries.ts'
import { isFilteredView } from '../view/is-filtered.ts'
import { anchorOfKey, type Sought } from './anchor-of-key.ts'

export type Landing = {
  anchor: Anchor
  /** What is to be said where the rows are not the ones that were asked for. */
  notice?: string | undefined
}

/**
 * Where the values of a key lead in its own order: to its row, or to the next one where no
 * row has it.
 */
export async function landingAtKey(search: Sought): Promise<Landing> {
  const { table, values } = search
  const columns = table.key.slice(0, values.length)
  const next = await rowFrom(search)
  if (next === undefined) return lastRow(search, columns)
  const anchor: Anchor = { at: 'from', values: search.values }
  const isThere = columns.every((name, at) => {
    const position = table.columns.findIndex((column) => column.name === name)
    return next[position] === values[at]
  })
  // One value has many spellings, as 7 and 007, and only the database knows them.
  if (isThere || (await anchorOfKey(search)) !== undefined) return { anchor }
  return { anchor, notice: `${noneHas(search, columns)}. Showing the next row.` }
}

/** Where a value of the column that leads the order lies. */
export async function landingAtValue(search: Sought, column: string): Promise<Landing> {
  if ((await rowFrom(search)) === undefined) return lastRow(search, [column])
  return { anchor: { at: 'from', values: search.values } }
}

/**
 * The row at a place, or the first one behind it. It is asked for before the rows in view are
 * given up, because a database may refuse what was written as a value.
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
