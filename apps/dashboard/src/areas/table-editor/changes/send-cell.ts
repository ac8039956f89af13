import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { RowOperation } from '@basalt/pg-model'

import type { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import {
  deletedText,
  isByCtid,
  sharingValues,
} from '../../../product/row-changes/sharing-values.ts'
import { withCell } from '../../../product/row-changes/staged-rows.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'
import type { CellEdit } from './cell-edits.ts'
import type { PutBack } from './restore-values.ts'
import { RowSaveQueue } from './row-save-queue.ts'
import type { CellChange } from './staged-actions.ts'

type Failure = NonNullable<CellEdit['failure']>

/** An edit that was not stored; `current` is the row as it is now, where that is known. */
type Failed = { outcome: 'failed'; failure: Failure; current?: Row | undefined }

export type SentCell = Awaited<ReturnType<typeof sendCell>>

const turnsByQueue = new WeakMap<ChangeQueue, RowSaveQueue>()

/**
 * Sends an edit at once; without a response it is staged with the others. Edits after one that
 * changes their row's key follow it, with the new key.
 */
export async function sendCell(queue: ChangeQueue, table: TableDetail, cell: CellChange) {
  const requestedAt = performance.now()
  const turns = turnsByQueue.get(queue) ?? new RowSaveQueue(keyReader(table))
  turnsByQueue.set(queue, turns)
  const isNaming = isByCtid(table) || table.key.includes(cell.column)
  let sent = cell
  const before = turns.before(cell.key, cell.seen.length > 0)
  const later = getTurn(before, cell.after)?.then(([row, back]) => {
    sent = cellAfter(table, movedCell(table, cell, row), back)
    if (isNaming) turns.take(sent.key, remaining)
    return getStep(table, sent)
  })
  const answering = getAnswer(queue, { table, cell, later })
  const remaining = answering.then(remainingRow)
  if (isNaming) turns.take(cell.key, remaining)
  return { ...(await answering), key: sent.key, requestedAt }
}

/** Undefined when there is nothing to wait for. */
function getTurn(before: Promise<Row | undefined> | undefined, after: CellChange['after']) {
  if (before === undefined && after === undefined) return undefined
  return Promise.all([before, after])
}

/** The edit is based on the result of an earlier undo, not on the value before it. */
export function cellAfter<Cell extends Omit<CellChange, 'typed'>>(
  table: TableDetail,
  cell: Cell,
  back: PutBack | undefined,
): Cell {
  const seen = back?.rows.get(getCursor(cell.key))
  if (back === undefined || seen === undefined) return cell
  const position = table.columns.findIndex(({ name }) => name === cell.column)
  const isWritten = back.written.has(cell.column)
  const key = keyReader(table)(seen) ?? cell.key
  return { ...cell, key, seen, previous: isWritten ? (seen[position] ?? null) : cell.previous }
}

type Sending = {
  table: TableDetail
  cell: CellChange
  later: Promise<ReturnType<typeof getStep>> | undefined
}

async function getAnswer(queue: ChangeQueue, { table, cell, later }: Sending) {
  const { rows, operations } = getStep(table, cell)
  try {
    const outcome = await queue.sendNow(rows, operations, later)
    if (outcome.outcome === 'saved') {
      return { ...outcome, words: outcome.repeated === true ? 'Already saved' : 'Saved' }
    }
    if (outcome.outcome === 'kept') return outcome
    return failed(outcome, table, cell.column)
  } catch (error) {
    return { outcome: 'failed' as const, failure: getFailure(error) }
  }
}

/** The row as an edit has left it, where that is known. */
export function remainingRow(answer: Awaited<ReturnType<typeof getAnswer>>): Row | undefined {
  if (answer.outcome === 'failed') return 'current' in answer ? answer.current : undefined
  const [result] = (answer.outcome === 'saved' ? answer.results : null) ?? []
  return result !== undefined && 'row' in result ? result.row : undefined
}

const movedCell = (table: TableDetail, cell: CellChange, row: Row | undefined): CellChange =>
  row === undefined ? cell : { ...cell, key: keyReader(table)(row) ?? cell.key, seen: row }

function getStep(table: TableDetail, cell: CellChange) {
  const { typed, isDefault, ...edit } = cell
  const rows = withCell([], { ...edit, value: isDefault === true ? undefined : typed })
  return { rows, operations: [getUpdate(table, cell)] }
}

function getUpdate(table: TableDetail, edit: CellChange): RowOperation {
  const { key, keyedBy = table.key, column, typed, previous, seen, isDefault = false } = edit
  return {
    op: 'update',
    table: table.id,
    key: [...key],
    keyed_by: [...keyedBy],
    values: isDefault ? {} : { [column]: typed },
    ...(isDefault && { defaults: [column] }),
    previous: { ...(isByCtid(table) && sharingValues(table, seen)), [column]: previous },
  }
}

/** The message about an edit that the database refused. */
function getFailure(error: unknown): Failure {
  if (!(error instanceof ApiError))
    return { message: error instanceof Error ? error.message : String(error) }
  const { message, sql } = error
  return { message, hint: sql?.hint, detail: sql?.detail }
}

type NotSaved = Exclude<SaveOutcome, { outcome: 'saved' }>

/** The same of an outcome that is none of an error. */
function failed(
  outcome: NotSaved,
  table: Pick<TableDetail, 'columns' | 'key'>,
  column: string,
): Failed {
  if (outcome.outcome === 'refused') {
    const { message, hint, detail } = outcome
    return { outcome: 'failed', failure: { message, hint, detail } }
  }
  const current = outcome.conflicts[0]?.current ?? null
  if (current === null) {
    return {
      outcome: 'failed',
      failure: { message: deletedText(table), conflict: { isDeleted: true } },
    }
  }
  const position = table.columns.findIndex(({ name }) => name === column)
  const conflict = { current: current[position] ?? null }
  const message = 'This row was changed by someone else'
  return { outcome: 'failed', failure: { message, conflict }, current }
}
