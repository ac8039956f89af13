import type { CellMark } from '@basalt/data-grid/grid-types'

import { own } from '../../../../lib/forms/own.ts'
import type { QueueState } from '../../../../product/row-changes/change-queue.ts'
import { sentCells } from '../../../../product/row-changes/sent-changes.ts'
import { getName, type StagedRow } from '../../../../product/row-changes/staged-rows.ts'
import type { Tracer } from './traced-cells.ts'

type Row = readonly (string | null)[]
type Cells = Extract<StagedRow, { op: 'update' }>['cells']

/** Staged edits in the form of a result's rows. */
export function stagedView(tracer: Tracer, { rows, problems, sent, status }: QueueState) {
  const cells = new Map<string, Cells>(
    rows.flatMap((row) => (row.op === 'update' ? [[getName(row), row.cells] as const] : [])),
  )
  const unanswered = sentCells(sent)
  const at = (row: Row, column: number) => {
    if (cells.size === 0) return undefined
    const field = tracer.fieldAt(column)
    const traced = field === null ? null : tracer.getRowFor(field.table.id, row)
    if (field === null || traced === null) return undefined
    const cell = own(cells.get(traced.name) ?? {}, field.column)
    return cell === undefined ? undefined : { cell, name: traced.name, column: field.column }
  }
  return {
    at,
    /** The row with its staged values. */
    shown: (row: Row): Row => {
      if (cells.size === 0) return row
      const staged = tracer.rowsIn(row).filter(({ name }) => cells.has(name))
      if (staged.length === 0) return row
      const shown = [...row]
      for (const { table, name } of staged) {
        for (const { at: position, column } of tracer.listColumns(table.id)) {
          const cell = own(cells.get(name) ?? {}, column)
          if (cell !== undefined) shown[position] = cell.value
        }
      }
      return shown
    },
    getMark: (row: Row, column: number): CellMark | undefined => {
      const staged = at(row, column)
      if (staged === undefined) return undefined
      const problem = problems.get(staged.name)
      if (problem?.of === 'conflict') return 'error'
      if (problem !== undefined && (problem.column ?? staged.column) === staged.column)
        return 'error'
      const isSent = unanswered.get(staged.name)?.has(staged.column) === true
      return isSent && status === 'saving' ? 'saving' : 'staged'
    },
    problemAt: (row: Row, column: number) => {
      const staged = at(row, column)
      const problem = staged && problems.get(staged.name)
      if (staged === undefined || problem === undefined) return undefined
      const isHere =
        problem.of === 'conflict' || (problem.column ?? staged.column) === staged.column
      return isHere ? { ...staged, problem } : undefined
    },
  }
}

export type StagedView = ReturnType<typeof stagedView>
