import type { TableDetail } from '@basalt/contract/database/tables'

import { refusalText } from '../../../product/row-changes/refusal-text.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'
import { type CellEdits, withEdit, withoutEdit } from './cell-edits.ts'
import { remainingRow, type SentCell } from './send-cell.ts'
import type { SeenEdit } from './use-immediate-edits.ts'

type Key = readonly string[]

/** The result of an edit that was sent at once. */
export type AnsweredEdit = {
  /** The key it was sent with: an earlier edit may have changed the row's key. */
  key: Key
  /** The row as it is by now, where that is known. */
  row?: Row | undefined
  /** The edits that are left, of those that there are. */
  edits: (all: CellEdits) => CellEdits
  saved?: { historyId: string | null; words: string }
  /** Why it was not stored. */
  message?: string
}

/** A staged edit is handled with the others. */
export function answeredEdit(
  table: TableDetail,
  requested: SeenEdit,
  answer: SentCell,
): AnsweredEdit {
  const { key, requestedAt } = answer
  const row = remainingRow(answer)
  const next = (row && keyReader(table)(row)) ?? key
  const { after: _, ...cell } = requested
  const edit = { ...cell, key: next, seen: row ?? requested.seen }
  // It is displayed under the key that its row had at that time.
  const others = (all: CellEdits) =>
    movedEdits(withoutEdit(withoutEdit(all, requested), { ...requested, key }), key, next)
  if (answer.outcome === 'failed') {
    const { failure } = answer
    const edits = (all: CellEdits) =>
      withEdit(others(all), { ...edit, state: 'failed', failure, requestedAt })
    return { key, row, edits, message: refusalText(failure) }
  }
  if (answer.outcome === 'kept') return { key, edits: others }
  const { history_id: historyId, words } = answer
  return { key, row, edits: others, saved: { historyId, words } }
}

/** With the edits of a row under its next key. */
function movedEdits(edits: CellEdits, from: Key, key: Key): CellEdits {
  const row = edits.get(getCursor(from))
  if (row === undefined) return edits
  const next = new Map(edits)
  next.delete(getCursor(from))
  return next.set(getCursor(key), new Map([...row].map(([name, edit]) => [name, { ...edit, key }])))
}
