import type { TableDetail } from '@basalt/contract/database/tables'
import type { GridEdit } from '@basalt/data-grid/grid-types'
import type { Held } from '@basalt/data-grid/held-close'

import { isRefused, withoutThis } from '../changes/refused-edit.ts'
import type { useCellEdits } from '../changes/use-cell-edits.ts'
import type { NewEdit } from '../changes/use-immediate-edits.ts'
import type { RowStore } from '../rows/row-store.ts'
import { refusedAdjacent, writeRow } from './adjacent-row.ts'

type Scope = { table: TableDetail; store: RowStore; edits: ReturnType<typeof useCellEdits> }

type NewValue = { id: string; name: string; typed?: string | null }

/** Of a row that is not stored yet. */
export const writeNew = async ({ staged }: Scope['edits'], { id, name, typed }: NewValue) =>
  (await staged.actions()).editNew(id, name, typed)

/** The edit alone, or with those that were refused in other columns of its foreign key. */
export function saveCell(scope: Scope, at: GridEdit, edit: NewEdit): Held {
  const adjacent = refusedAdjacent(scope, at)
  const together = adjacent && writeRow(scope, edit.key, { ...adjacent, [edit.column]: edit.typed })
  return together ?? saveAlone(scope, at, edit)
}

function saveAlone({ edits }: Scope, at: GridEdit, edit: NewEdit): Held {
  const refused = edits.at(at.row, at.column)
  let draw: (() => void) | undefined
  async function send() {
    await edits.save(edit, (show) => (draw = show))
    // A staged edit is elsewhere now.
    if (isRefused(refused)) edits.changeRefused((all) => withoutThis(all, refused))
  }
  return { answered: send(), show: () => draw?.() }
}
