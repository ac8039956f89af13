import type { TableDetail } from '@basalt/contract/database/tables'

import { own } from '../../../lib/forms/own.ts'
import type { QueueState, RowProblem } from '../../../product/row-changes/change-queue.ts'
import { sentCells } from '../../../product/row-changes/sent-changes.ts'
import { deletedText } from '../../../product/row-changes/sharing-values.ts'
import {
  disputedIn,
  isNamedBy,
  getName,
  type StagedRow,
} from '../../../product/row-changes/staged-rows.ts'
import { getCursor } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'
import { type CellEdit, type CellEdits, noEdits } from './cell-edits.ts'

/** A row that is not stored yet, as the grid shows it. */
export type NewRow = {
  id: string
  row: Row
  /** The placeholder of a column without a value, by index of the column. */
  nullTexts: readonly (string | undefined)[]
  /** Why it is not stored, and the column that is to blame where there is one. */
  failure: (NonNullable<CellEdit['failure']> & { column?: string | undefined }) | undefined
  /** It was sent without a response: it is locked. */
  isSent: boolean
}

export type Overlay = {
  edits: CellEdits
  /** Keys, as text, of rows that are to be deleted. */
  deleted: ReadonlySet<string>
  inserted: readonly NewRow[]
}

/**
 * Staged changes in the form of an overlay over the table's rows. Rows with a former key are left
 * out: its values identify other rows now.
 */
export function getOverlay(
  { rows, sent, status, problems }: QueueState,
  { columns, key }: Pick<TableDetail, 'columns' | 'key'>,
): Overlay {
  const edits = new Map<string, Map<string, CellEdit>>()
  const deleted = new Set<string>()
  const inserted: NewRow[] = []
  const unanswered = sentCells(sent)
  for (const row of rows) {
    const problem = problems.get(getName(row))
    const sentColumns = unanswered.get(getName(row))
    if (row.op !== 'insert' && !isNamedBy(key, row)) continue
    if (row.op === 'delete') deleted.add(getCursor(row.key))
    if (row.op === 'insert') {
      inserted.push({
        id: row.id,
        row: columns.map(({ name }) => own(row.values, name) ?? null),
        nullTexts: columns.map((column) =>
          Object.hasOwn(row.values, column.name) ? undefined : omitted(column),
        ),
        failure: newFailure(problem, sentColumns !== undefined && status !== 'saving'),
        isSent: sentColumns !== undefined,
      })
    }
    if (row.op !== 'update') continue
    const cells = new Map<string, CellEdit>()
    const isInWay = conflicting(row, problem)
    for (const [column, cell] of Object.entries(row.cells)) {
      const isSent = sentColumns?.has(column) === true
      const isSaving = isSent && status === 'saving'
      const failure = isSent
        ? lost
        : isInWay(column)
          ? getFailure(problem, { column, key })
          : undefined
      cells.set(column, {
        key: row.key,
        keyedBy: row.keyedBy,
        column,
        typed: cell.isDefault ? null : cell.value,
        isDefault: cell.isDefault,
        previous: cell.previous,
        state: isSaving ? 'saving' : failure === undefined ? 'staged' : 'failed',
        isStaged: true,
        ...(failure !== undefined && { failure }),
      })
    }
    edits.set(getCursor(row.key), cells)
  }
  return { edits: edits.size === 0 ? noEdits : edits, deleted, inserted }
}

/** The value of a column that a new row omits; without a default it is NULL. */
function omitted(column: TableDetail['columns'][number]): string | undefined {
  if (column.is_generated) return 'computed'
  return column.is_identity || column.default_value !== null ? 'default' : undefined
}

function newFailure(problem: RowProblem | undefined, isLost: boolean): NewRow['failure'] {
  if (isLost) return lost
  if (problem?.of !== 'refused') return undefined
  const { message, hint, detail, column } = problem
  return { message, hint, detail, column }
}

const lost = { message: 'No response from the server', isLost: true }

/** Whether an edit of a column is in conflict; of a changed row each one is. */
function conflicting(row: StagedRow, problem: RowProblem | undefined): (column: string) => boolean {
  const current = problem?.of === 'conflict' ? problem.current : null
  const disputed = current === null ? [] : disputedIn(row, current)
  return (column) => disputed.length === 0 || disputed.includes(column)
}

function getFailure(
  problem: RowProblem | undefined,
  { column, key }: { column: string; key: readonly string[] },
): CellEdit['failure'] {
  if (problem === undefined) return undefined
  if (problem.of === 'refused') {
    if (problem.column !== undefined && problem.column !== column) return undefined
    const { message, hint, detail } = problem
    return { message, hint, detail }
  }
  if (problem.current === null)
    return { message: deletedText({ key }), conflict: { isDeleted: true } }
  const conflict = { current: own(problem.current, column) ?? null }
  return { message: 'This row was changed by someone else', conflict }
}
