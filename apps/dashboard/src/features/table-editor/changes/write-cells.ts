import { ApiError, type RowOperation, type TableDetail } from '@basalt/contract'

import { plural } from '../../../lib/format.ts'
import { storage } from '../../../lib/storage.ts'
import type { CellWrite, NewRow } from '../../../ui/grid/grid-types.ts'
import { notify } from '../../../ui/toast.ts'
import { keyReader } from '../row-key.ts'
import type { RowStore } from '../row-store.ts'
import { rowAt } from '../row-window.ts'
import { saveRows } from '../save-rows.ts'
import type { useStagedRows } from '../use-staged-rows.ts'
import {
  nameOf,
  operationsOf,
  type StagedRows,
  withCells,
  withInserts,
  withNewValue,
} from './staged-rows.ts'

type Place = {
  ref: string
  table: TableDetail
  store: RowStore
  staged: ReturnType<typeof useStagedRows>
  onSaved: (historyId: string | null, what: string) => void
}

/** Stores what was pasted, filled or cleared: one change, whether it goes at once or waits. */
export async function writeCells(place: Place, writes: Writes): Promise<void> {
  const { ref, table, staged, store, onSaved } = place
  const step = (rows: StagedRows) => withWrites(rows, place, writes)
  const { queue } = await staged.ready()
  if (storage.queuesEdits.get() || queue.get().rows.length > 0) {
    if (!queue.change(step)) notify.error('Changes are being stored. Try again in a moment')
    return
  }
  // Made once: the same rows are sent again when an answer is lost.
  const rows = step([])
  if (rows.length === 0) return
  const id = crypto.randomUUID()
  const operations = operationsOf(rows, table)
  const outcome = await sent(ref, id, operations)
  if (outcome?.outcome === 'saved') {
    store.reread()
    onSaved(outcome.history_id, `Saved ${plural(rows.length, 'row')}`)
    return
  }
  if (outcome === null) {
    queue.adopt({ rows, sent: { id, operations, names: rows.map(nameOf) } })
    return
  }
  // What could not be stored waits where it can be seen, corrected and tried again.
  queue.change(() => rows)
  notify.error(
    outcome.outcome === 'refused'
      ? `Nothing was stored: ${outcome.message}`
      : 'Nothing was stored: some of these rows were changed meanwhile',
  )
}

async function sent(ref: string, id: string, operations: readonly RowOperation[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await saveRows(ref, id, operations)
    } catch (error) {
      const isLost = !(error instanceof ApiError) || error.code === 0 || error.code >= 500
      // The same id: asking a second time does nothing twice.
      if (isLost && attempt < 3) continue
      notify.error(error instanceof Error ? error.message : String(error))
      return null
    }
  }
}

type Writes = { cells: readonly CellWrite[]; pasted: readonly NewRow[] }

function withWrites(rows: StagedRows, { table, store, staged }: Place, writes: Writes): StagedRows {
  const keyOf = keyReader(table)
  const { window } = store.get()
  const writable = (column: number) => table.columns[column]?.is_generated === false
  const edited: Parameters<typeof withCells>[1][number][] = []
  let next = rows
  for (const { row: index, column, value } of writes.cells) {
    const name = table.columns[column]?.name
    if (name === undefined || !writable(column)) continue
    const fresh = staged.newAt(index)
    if (fresh !== undefined) next = withNewValue(next, fresh.id, { column: name, value })
    const seen = rowAt(window, index)
    const key = seen === undefined ? null : keyOf(seen)
    if (fresh !== undefined || seen === undefined || key === null) continue
    edited.push({ key, column: name, value, previous: seen[column] ?? null, seen })
  }
  const inserts = writes.pasted.map((cells) => {
    const values = cells.flatMap((value, column): [string, string | null][] => {
      const name = table.columns[column]?.name
      return value === undefined || name === undefined || !writable(column) ? [] : [[name, value]]
    })
    return { id: crypto.randomUUID(), values: Object.fromEntries(values) }
  })
  return withInserts(withCells(next, edited), inserts)
}
