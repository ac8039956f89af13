import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { CellWrite, NewRow } from '@basalt/data-grid/grid-types'
import type { RowOperation } from '@basalt/pg-model'

import { notify } from '../../../lib/browser/toast.ts'
import { plural } from '../../../lib/format/format.ts'
import { invalidate } from '../../../lib/network/api.ts'
import { queryClient } from '../../../lib/network/query-client.ts'
import { storage } from '../../../lib/storage/storage.ts'
import type { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { conflictText } from '../../../product/row-changes/conflict-text.ts'
import { refusalText } from '../../../product/row-changes/refusal-text.ts'
import { joined, unansweredText } from '../../../product/row-changes/sent-changes.ts'
import { signInAgain } from '../../../product/row-changes/sign-in-again.ts'
import {
  getName,
  listOperations,
  type StagedRows,
  withCells,
  withInserts,
  withNewValue,
} from '../../../product/row-changes/staged-rows.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import type { RowStore } from '../rows/row-store.ts'
import { getExtent, rowAt, type RowWindow } from '../rows/row-window.ts'
import { placeOf, type FullValues, fullValues } from './full-values.ts'
import type { PutBack } from './restore-values.ts'
import { cellAfter } from './send-cell.ts'
import type { NewEdit, OnSaved } from './use-immediate-edits.ts'
import type { useStagedRows } from './use-staged-rows.ts'

type Scope = {
  ref: string
  table: TableDetail
  store: RowStore
  staged: ReturnType<typeof useStagedRows>
  onSaved: OnSaved
  /** Saves one cell, which reports its own result. */
  save: (edit: NewEdit) => Promise<unknown>
}

/**
 * Saves pasted, filled or cleared cells: one change, saved at once or staged.
 *
 * @returns whether it is saved or staged; otherwise it has to be repeated.
 */
export async function writeCells(scope: Scope, writes: Writes): Promise<boolean> {
  const { table, staged, onSaved } = scope
  const at = performance.now()
  const back = await writes.after?.catch(() => undefined)
  const fullTexts = await fullValues({ ...scope, ...writes }, writes.cells)
  if (fullTexts === undefined) return false
  const step = (rows: StagedRows) => withWrites(rows, scope, { ...writes, fullTexts, back })
  const { queue } = await staged.ready()
  const isCollecting = storage.queuesEdits.get()
  // Made once: the same rows are sent again when an answer is lost.
  const rows = isCollecting ? [] : step([])
  if (isCollecting || isOfWaiting({ staged, waiting: queue.get().rows, rows }, writes)) {
    const isTaken = queue.change(step)
    if (!isTaken) notify.error(unansweredText)
    else if (!isCollecting) notify.info('Staged together with rows that are not saved yet')
    return isTaken
  }
  if (rows.length === 0) return true
  const only = onlyCell(rows)
  if (only !== undefined) {
    await scope.save(only)
    return true
  }
  const operations = listOperations(rows, table)
  try {
    const outcome = await queue.sendNow(rows, operations)
    if (outcome.outcome === 'saved') {
      // The grid has the rows; other views and filters may be stale.
      void invalidate(queryClient, databaseTables.rows)
      showSaved(scope, rows, outcome)
      onSaved(outcome.history_id, savedText(rows), at)
      return true
    }
    // Unsaved cells are staged, where they can be seen, corrected and retried.
    if (outcome.outcome !== 'kept') {
      queue.change((others) => joined(others, rows))
      queue.reportProblems({ operations, names: rows.map(getName) }, outcome)
    }
    const isSignedOut = outcome.outcome === 'kept' && outcome.isSignedOut
    notify.error(toText(outcome, operations), isSignedOut ? signInAgain : undefined)
  } catch (error) {
    queue.change((others) => joined(others, rows))
    notify.error(error instanceof Error ? error.message : String(error))
  }
  return true
}

/** Whether it changes a staged row: then it is staged after that one. */
function isOfWaiting(
  { staged, waiting, rows }: { staged: Scope['staged']; waiting: StagedRows; rows: StagedRows },
  { cells, window }: Writes,
): boolean {
  const names = new Set(waiting.map(getName))
  const newAt = listNewRows(staged, window)
  return (
    rows.some((row) => names.has(getName(row))) || cells.some(({ row }) => newAt(row) !== undefined)
  )
}

/** New rows that wait are shown in front of the others; by their index in the grid. */
function listNewRows({ inserted }: Scope['staged'], window: RowWindow) {
  const { first } = getExtent(window)
  return (index: number) => inserted[index - first + inserted.length]
}

/** Rows pasted after the last one are new, and outside of the view. */
function savedText(rows: StagedRows): string {
  const fresh = rows.filter(({ op }) => op === 'insert').length
  const all = plural(rows.length, 'row')
  if (fresh === rows.length) return `Inserted ${all}`
  return fresh === 0 ? `Saved ${all}` : `Saved ${all}, including ${fresh} new`
}

/** The saved rows; new ones, and cascaded ones, are reloaded. */
function showSaved({ table, store }: Scope, rows: StagedRows, saved: Saved): void {
  const stored = new Map<string, readonly (string | null)[]>()
  for (const [at, row] of rows.entries()) {
    const result = saved.results?.[at]
    if (row.op === 'update' && result !== undefined && 'row' in result)
      stored.set(getCursor(row.key), result.row)
  }
  const getKey = keyReader(table)
  store.change((row) => stored.get(getCursor(getKey(row) ?? [])) ?? row)
  if (stored.size < rows.length || saved.cascaded > 0) store.reread()
}

type Answer = Awaited<ReturnType<ChangeQueue['sendNow']>>

type Saved = Extract<Answer, { outcome: 'saved' }>

function toText(outcome: Exclude<Answer, Saved>, operations: RowOperation[]): string {
  if (outcome.outcome === 'kept') return outcome.message
  const reason =
    outcome.outcome === 'refused'
      ? refusalText(outcome)
      : conflictText(outcome.conflicts, operations)
  return `Nothing was saved: ${reason}`
}

/** The single edit of the rows, if it is only one. */
function onlyCell([row, ...others]: StagedRows): NewEdit | undefined {
  if (row?.op !== 'update' || others.length > 0) return undefined
  const [cell, ...more] = Object.entries(row.cells)
  if (cell === undefined || more.length > 0) return undefined
  const [column, { value, previous }] = cell
  return { key: row.key, column, typed: value, previous }
}

type Writes = {
  cells: readonly CellWrite[]
  pasted: readonly NewRow[]
  /** The rows at the time of the request: their positions may have changed since. */
  window: RowWindow
  /** Pending undos, and the values they restore. */
  after: Promise<PutBack | undefined> | undefined
}
type ReadWrites = Writes & { fullTexts: FullValues; back: PutBack | undefined }

function withWrites(rows: StagedRows, { table, staged }: Scope, writes: ReadWrites): StagedRows {
  const getKey = keyReader(table)
  const writable = (column: number) => table.columns[column]?.is_generated === false
  const newAt = listNewRows(staged, writes.window)
  const edited: Parameters<typeof withCells>[1][number][] = []
  let next = rows
  for (const { row: index, column, value } of writes.cells) {
    const name = table.columns[column]?.name
    if (name === undefined || !writable(column)) continue
    const fresh = newAt(index)
    if (fresh !== undefined) next = withNewValue(next, fresh.id, { column: name, value })
    const seen = rowAt(writes.window, index)
    const key = seen === undefined ? null : getKey(seen)
    if (fresh !== undefined || seen === undefined || key === null) continue
    const whole = writes.fullTexts.get(placeOf({ row: index, column }))
    const previous = whole ?? seen[column] ?? null
    const change = { key, keyedBy: table.key, column: name, value, previous, seen }
    edited.push(cellAfter(table, change, writes.back))
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
