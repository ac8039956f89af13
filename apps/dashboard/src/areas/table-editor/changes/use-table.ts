import { rowRights } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition, GridHandle } from '@basalt/data-grid/grid-types'
import type { RowView } from '@basalt/pg-model'
import type { RefObject } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { useChosenRows } from '../rows/chosen-rows.ts'
import { isInOrder } from '../rows/row-key.ts'
import type { Anchor } from '../rows/row-window.ts'
import { readOnlyReason } from './cell-edits.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { useRows, useRowSource } from './use-rows.ts'
import { useUndo } from './use-undo.ts'

type Scope = { ref: string; table: TableDetail; view: RowView }

/** Everything that can be done with the rows of one table. */
export function useTable(scope: Scope, grid: RefObject<GridHandle | null>) {
  const { ref, table } = scope
  const rows = useRows(scope)
  const { store } = rows
  const undo = useUndo({ ref, table, store })
  const { say: onSaved, during, undoing } = undo
  const edits = useCellEdits({ ref, table, store, onSaved, during, undoing })
  const source = useRowSource(rows, table, edits)
  const chosen = useChosenRows(rows, scope)
  const denied = useDenied(rowRights.update, 'edit rows')

  /** Moves to an end of the table; false when that end is shown already. */
  const jump = (edge: 'start' | 'end'): boolean => isInOrder(table, scope.view) && store.jump(edge)

  /** Moves to a position, and focuses the grid. */
  const jumpTo = async (anchor: Anchor, column = 0): Promise<void> => {
    grid.current?.focus()
    await store.open(anchor)
    enter({ row: 0, column })
  }
  const enter = (cell: CellPosition): void => {
    // Without an active cell, the focus activates the first one.
    grid.current?.focus()
    grid.current?.select(cell)
  }

  const watched = seenAs(scope.view)
  return {
    ...rows,
    edits,
    undo,
    source,
    chosen,
    /** Why rows are read-only; undefined when they are editable. */
    watched,
    readOnly: watched ?? readOnlyReason(table, denied),
    jump,
    jumpTo,
    enter,
  }
}

/** Rows read as an impersonated role are read-only. */
const seenAs = ({ as }: RowView): string | undefined =>
  as === undefined ? undefined : `Viewing rows as ${as.role}. Switch back to yourself to edit them`
