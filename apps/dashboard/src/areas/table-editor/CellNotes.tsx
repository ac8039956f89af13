import type { TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition, GridHandle, GridSource } from '@basalt/data-grid/grid-types'
import type { RefObject } from 'react'

import { RefusedNote } from '../../product/row-changes/RefusedNote.tsx'
import { CellNote } from './CellNote.tsx'
import type { useCellEdits } from './changes/use-cell-edits.ts'
import { columnAlign } from './column-width.ts'
import { ReferenceArrow } from './references/ReferenceArrow.tsx'
import { referredKey } from './references/referred-key.ts'

type Props = {
  table: TableDetail
  source: GridSource
  edits: ReturnType<typeof useCellEdits>
  gridRef: RefObject<GridHandle | null>
  cell: CellPosition
  /** Why an edit was refused here. */
  reason: string | undefined
}

/** The notes at the active cell. */
export function CellNotes(props: Props) {
  return (
    <>
      <Note {...props} />
      {props.reason === undefined && <Arrow {...props} />}
    </>
  )
}

/** At a foreign key with a value. */
function Arrow({ cell, table, source, edits, gridRef }: Props) {
  const column = table.columns[cell.column]
  if (column === undefined || column.references === null) return null
  const key = referredKey(table, { source, edits }, cell)
  if (key.some(({ value }) => value === null)) return null
  return (
    <ReferenceArrow
      table={column.references.table}
      align={columnAlign(column)}
      onPress={() => gridRef.current?.showPanel()}
    />
  )
}

/** The note about a cell: a failed edit, or why it is read-only. */
function Note({ cell, edits, reason, gridRef }: Props) {
  const edit = edits.at(cell.row, cell.column)
  if (edit?.state !== 'failed') return reason === undefined ? null : <RefusedNote reason={reason} />
  return (
    <CellNote
      edit={edit}
      onEditAgain={() => gridRef.current?.edit(cell)}
      onAskAgain={() => void edits.staged.actions().then((actions) => actions.save())}
      onOverwrite={(previous) => void edits.takeMine(edit, previous)}
      onDiscard={() => {
        void edits.discard(edit)
        gridRef.current?.focus()
      }}
    />
  )
}
