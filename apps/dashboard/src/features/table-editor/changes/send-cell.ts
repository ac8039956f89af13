import { ApiError, type RowOperation, type SaveOutcome, type TableDetail } from '@basalt/contract'

import type { ChangeQueue } from '../../../lib/row-changes/change-queue.ts'
import { withCell } from '../../../lib/row-changes/staged-rows.ts'
import { goneText, isByPlace, tellingValues } from '../../../lib/row-changes/telling-values.ts'
import type { CellEdit } from '../cell-edits.ts'
import type { Row } from '../row-window.ts'
import type { CellChange } from './staged-acts.ts'

type Failure = NonNullable<CellEdit['failure']>

/** An edit that was not stored; `current` is the row as it is now, where that is known. */
export type Failed = { outcome: 'failed'; failure: Failure; current?: Row | undefined }

/** Sends an edit at once; without an answer it waits with the others to be asked about. */
export async function sendCell(queue: ChangeQueue, table: TableDetail, cell: CellChange) {
  const { typed, isDefault, ...edit } = cell
  const rows = withCell([], { ...edit, value: isDefault === true ? undefined : typed })
  try {
    const outcome = await queue.sendNow(rows, [updateOf(table, cell)])
    if (outcome.outcome === 'saved') {
      return { ...outcome, words: outcome.repeated === true ? 'It was saved before' : 'Saved' }
    }
    if (outcome.outcome === 'kept') return outcome
    return failed(outcome, table, cell.column)
  } catch (error) {
    return { outcome: 'failed' as const, failure: failureOf(error) }
  }
}

function updateOf(table: TableDetail, edit: CellChange): RowOperation {
  const { key, keyedBy = table.key, column, typed, previous, seen, isDefault = false } = edit
  return {
    op: 'update',
    table: table.id,
    key: [...key],
    keyed_by: [...keyedBy],
    values: isDefault ? {} : { [column]: typed },
    ...(isDefault && { defaults: [column] }),
    previous: { ...(isByPlace(table) && tellingValues(table, seen)), [column]: previous },
  }
}

/** What to tell the user about an edit that the database did not take. */
function failureOf(error: unknown): Failure {
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
    return { outcome: 'failed', failure: { message: goneText(table), conflict: { isGone: true } } }
  }
  const place = table.columns.findIndex(({ name }) => name === column)
  const conflict = { current: current[place] ?? null }
  const message = 'This row was changed meanwhile'
  return { outcome: 'failed', failure: { message, conflict }, current }
}
