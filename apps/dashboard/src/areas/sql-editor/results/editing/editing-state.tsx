import type { SessionSettings } from '@basalt/contract/database/query'
import type { CellPosition, CellWrite, GridEdit, GridHandle } from '@basalt/data-grid/grid-types'
import type { QueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'

import { notify } from '../../../../lib/browser/toast.ts'
import { own } from '../../../../lib/forms/own.ts'
import { sqlStorage } from '../../../../lib/storage/sql-storage.ts'
import { preloadEditor } from '../../../../product/cell-editor/RowCellEditor.tsx'
import type { CellEditing } from '../../../../product/results/cell-editing.ts'
import type { ChangeQueue, QueueState } from '../../../../product/row-changes/change-queue.ts'
import { unansweredText } from '../../../../product/row-changes/sent-changes.ts'
import { type CellChange, withCells } from '../../../../product/row-changes/staged-rows.ts'
import { storedQueue } from '../../../../product/row-changes/stored-queue.ts'
import type { Rows } from '../../../../product/rows/value-kinds.ts'
import type { Run, StatementResult } from '../../runs/run-model.ts'
import { cellReason, resultReason } from './refusal-texts.ts'
import { ResultCellEditor } from './ResultCellEditor.tsx'
import { ResultCellNote } from './ResultCellNote.tsx'
import { withValues } from './saved-rows.ts'
import type { ShownResults } from './shown-results.ts'
import { type StagedView, stagedView } from './staged-view.ts'
import { tableQuery } from './table-query.ts'
import { type Tracer, getTracer } from './traced-cells.ts'

/** Staged edits of a query's results; they survive a reload. */
export const getQueue = ({ user, ref, id }: { user: string; ref: string; id: string }) =>
  storedQueue(sqlStorage.stagedResultRows(user, ref, id), ref)

type Refused = CellPosition & { reason: string }

type Around = {
  client: QueryClient
  projectRef: string
  result: StatementResult
  settings: SessionSettings | undefined
  /** Why the person may not change rows at all. */
  denied: string | undefined
  run: Run | null
  /** Changes the results that are shown. */
  amend: ShownResults['amend']
  rows: Rows
  queue: ChangeQueue
  state: QueueState
  gridRef: RefObject<GridHandle | null>
  /** The cell of the last refused change. */
  refused: Refused | null
  setRefused: (refused: Refused | null) => void
}

/** Cells of a result that can be changed; the changes wait until they are saved. */
export function getEditing(around: Around): CellEditing {
  const { rows, state, refused, setRefused } = around
  const tracer = getTracer(around.result)
  const view = tracer && stagedView(tracer, state)
  const full = resultReason({ ...around, tracer })
  const reasonAt = ({ row, column }: CellPosition): string | undefined =>
    full ?? (tracer === undefined ? undefined : cellReason(tracer, rows.at(row), column))
  const traced = { ...around, tracer, view, reasonAt }
  const write = (cells: readonly CellWrite[]) => writeCells(traced, cells)

  return {
    reasonAt,
    write,
    shown: (row) => view?.shown(row) ?? row,
    nullText: (row, column) =>
      view?.at(rows.at(row), column)?.cell.isDefault === true ? 'default' : undefined,
    prepare: (cell) => {
      setRefused(null)
      if (cell === null || reasonAt(cell) !== undefined) return
      // The editor itself reports the error.
      prepareEditor(traced, cell).catch(() => {})
    },
    grid: {
      isReadOnly: around.denied !== undefined,
      getMark: (row, column) => view?.getMark(rows.at(row), column),
      onWrite: (cells, _, newRows) => {
        write(cells)
        if (newRows.length > 0) notify.error('Add rows in the table editor')
      },
      onEditStart: (cell) => {
        const reason = reasonAt(cell)
        setRefused(reason === undefined ? null : { ...cell, reason })
        return reason === undefined
      },
      renderEditor: (edit) => <Editor around={traced} edit={edit} />,
      renderNote: (cell) => {
        const isRefused = refused?.row === cell.row && refused.column === cell.column
        return <Note around={traced} cell={cell} reason={isRefused ? refused.reason : undefined} />
      },
    },
  }
}

type Traced = Around & {
  tracer: Tracer | undefined
  view: StagedView | undefined
  reasonAt: (cell: CellPosition) => string | undefined
}

/** Preloads the code of the cell's editor. */
async function prepareEditor({ client, projectRef, tracer }: Traced, { column }: CellPosition) {
  const field = tracer?.fieldAt(column)
  if (!field) return
  const { columns } = await client.ensureQueryData(tableQuery(projectRef, field.table.id))
  const found = columns.find(({ name }) => name === field.column)
  if (found !== undefined) preloadEditor(found, false)
}

type Staged = CellPosition & { value: string | null | undefined }

/** One step; a boolean is compared in PostgreSQL's output format. */
function stage({ tracer, rows, queue }: Traced, cells: readonly Staged[]): void {
  const changes = cells.flatMap(({ row, column, value }): CellChange[] => {
    const field = tracer?.fieldAt(column)
    const values = rows.at(row)
    const traced = field && tracer?.getRowFor(field.table.id, values)
    if (!field || !traced) return []
    const previous = values[column] ?? null
    const isBoolean = rows.fields[column]?.type === 'boolean'
    const stored = isBoolean ? (booleans.get(value ?? '') ?? value) : value
    const { key } = traced
    return [{ table: field.table.id, key, column: field.column, value: stored, previous, seen: [] }]
  })
  if (!queue.change((staged) => withCells(staged, changes))) notify.error(unansweredText)
}

/** Writes editable cells; the others are reported, at the cell when it is only one. */
function writeCells(around: Traced, cells: readonly CellWrite[]): void {
  const { reasonAt, setRefused } = around
  const writable = cells.filter((cell) => reasonAt(cell) === undefined)
  const reasons = [...new Set(cells.flatMap((cell) => reasonAt(cell) ?? []))]
  const [only] = cells
  const [reason] = reasons
  if (only !== undefined && reason !== undefined && cells.length === 1)
    setRefused({ row: only.row, column: only.column, reason })
  else if (reasons.length > 0) notify.error(reasons.join('. '))
  if (writable.length > 0) stage(around, writable)
}

function Editor({ around, edit }: { around: Traced; edit: GridEdit }) {
  const field = around.tracer?.fieldAt(edit.column)
  if (!field) return null
  const base = around.rows.at(edit.row)
  const shown = around.view?.shown(base) ?? base
  const positions = new Map(
    around.tracer?.listColumns(field.table.id).map(({ at, column }) => [column, at]),
  )
  return (
    <ResultCellEditor
      projectRef={around.projectRef}
      field={field}
      edit={edit}
      value={shown[edit.column] ?? null}
      onStage={(value) => stage(around, [{ ...edit, value }])}
      adjacent={{
        values: new Map([...positions].map(([name, at]) => [name, shown[at] ?? null])),
        write: (values) =>
          stage(
            around,
            [...positions].flatMap(([name, column]) => {
              const value = own(values, name)
              return value === undefined ? [] : [{ row: edit.row, column, value }]
            }),
          ),
      }}
    />
  )
}

type NoteProps = { around: Traced; cell: CellPosition; reason: string | undefined }

function Note({ around, cell, reason }: NoteProps) {
  const { client, projectRef, tracer, view, rows, queue, gridRef } = around
  const table = tracer?.fieldAt(cell.column)?.table.id ?? 0
  return (
    <ResultCellNote
      reason={reason}
      found={view?.problemAt(rows.at(cell.row), cell.column)}
      table={client.getQueryData(tableQuery(projectRef, table).queryKey)}
      queue={queue}
      onTheirs={(values) => around.amend((result) => withValues(result, values))}
      onEditAgain={() => gridRef.current?.edit(cell)}
      onDone={() => gridRef.current?.focus()}
    />
  )
}

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 't'],
  ['false', 'f'],
])
