import type { TableDetail } from '@basalt/contract'

import { type CellEdit, type CellEdits, noEdits } from '../cell-edits.ts'
import { cursorOf } from '../row-key.ts'
import type { Row } from '../row-window.ts'
import type { QueueState, RowProblem } from './change-queue.ts'
import { nameOf } from './staged-rows.ts'

/** A row that is not stored yet, as the grid shows it. */
export type NewRow = { id: string; row: Row; failure: string | undefined }

export type Overlay = {
  edits: CellEdits
  /** Keys, as text, of rows that are to be deleted. */
  deleted: ReadonlySet<string>
  inserted: readonly NewRow[]
}

/** What waits, as it is laid over the rows of the table. */
export function overlayOf(
  { rows, status, problems }: QueueState,
  columns: TableDetail['columns'],
): Overlay {
  const edits = new Map<string, Map<string, CellEdit>>()
  const deleted = new Set<string>()
  const inserted: NewRow[] = []
  for (const row of rows) {
    const problem = problems.get(nameOf(row))
    if (row.op === 'delete') deleted.add(cursorOf(row.key))
    if (row.op === 'insert') {
      inserted.push({
        id: row.id,
        row: columns.map(
          ({ name, default_value: value }) =>
            row.values[name] ?? (name in row.values ? null : value),
        ),
        failure: problem?.of === 'refused' ? problem.message : undefined,
      })
    }
    if (row.op !== 'update') continue
    const cells = new Map<string, CellEdit>()
    for (const [column, cell] of Object.entries(row.cells)) {
      const failure = failureOf(problem, column, columns)
      cells.set(column, {
        key: row.key,
        column,
        typed: cell.isDefault ? null : cell.value,
        isDefault: cell.isDefault,
        previous: cell.previous,
        state: status === 'saving' ? 'saving' : failure === undefined ? 'staged' : 'failed',
        isStaged: true,
        ...(failure !== undefined && { failure }),
      })
    }
    edits.set(cursorOf(row.key), cells)
  }
  return { edits: edits.size === 0 ? noEdits : edits, deleted, inserted }
}

function failureOf(
  problem: RowProblem | undefined,
  column: string,
  columns: TableDetail['columns'],
): CellEdit['failure'] {
  if (problem === undefined) return undefined
  if (problem.of === 'refused') {
    if (problem.column !== undefined && problem.column !== column) return undefined
    const { message, hint, detail } = problem
    return { message, hint, detail }
  }
  const message = 'This row was changed meanwhile'
  if (problem.current === null) return { message, conflict: { isGone: true } }
  const place = columns.findIndex(({ name }) => name === column)
  return { message, conflict: { current: problem.current[place] ?? null } }
}
