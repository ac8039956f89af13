import { useCallback, useMemo } from 'react'

import { storage } from '../../lib/storage.ts'
import type { CellMark, CellWrite, NewRow } from '../../ui/grid/grid-types.ts'
import { type CellEdit, editOf } from './cell-edits.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { rowAt } from './row-window.ts'
import { type EditPlace, type NewEdit, useImmediateEdits } from './use-immediate-edits.ts'
import { useStagedRows } from './use-staged-rows.ts'

const loadWriting = () => import('./changes/write-cells.ts')

/**
 * Edits of cells: each goes to the database at once and stays until it is stored, or waits
 * with others where the user wants that.
 */
export function useCellEdits(place: EditPlace) {
  const { table, store } = place
  const { edits, rowOf, ...immediate } = useImmediateEdits(place)
  const staged = useStagedRows(place)
  const keyOf = useMemo(() => keyReader(table), [table])

  async function save(edit: NewEdit) {
    const waits = storage.queuesEdits.get() || staged.has(edit.key)
    if (!waits) return immediate.save(edit)
    return staged.stageCell({ ...edit, seen: rowOf(edit.key) ?? [] })
  }

  /** The edit of the cell at an index of the grid, if there is one. */
  const at = useCallback(
    (row: number, column: number): CellEdit | undefined => {
      if (edits.size === 0 && staged.edits.size === 0) return undefined
      const shown = rowAt(store.get().window, row)
      const key = shown === undefined ? null : keyOf(shown)
      const name = table.columns[column]?.name
      if (key === null || name === undefined) return undefined
      return editOf(edits, { key, column: name }) ?? editOf(staged.edits, { key, column: name })
    },
    [edits, staged.edits, store, keyOf, table],
  )
  const markOf = useCallback(
    (row: number, column: number): CellMark | undefined => {
      const fresh = staged.newAt(row)
      if (fresh !== undefined) return fresh.failure === undefined ? 'staged' : 'error'
      const edit = at(row, column)
      if (edit !== undefined) return edit.state === 'failed' ? 'error' : edit.state
      const shown = staged.deleted.size === 0 ? undefined : rowAt(store.get().window, row)
      const key = shown === undefined ? null : keyOf(shown)
      return key !== null && staged.deleted.has(cursorOf(key)) ? 'deleted' : undefined
    },
    // What is staged is told by what the overlay holds.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [at, staged.inserted, staged.deleted, store, keyOf],
  )
  const all = useMemo(
    () => (staged.edits.size === 0 ? edits : new Map([...staged.edits, ...edits])),
    [edits, staged.edits],
  )

  return {
    edits: all,
    staged,
    rowOf,
    save,
    /** What is pasted, filled or cleared, all cells of one act as one change. */
    write: async (cells: readonly CellWrite[], pasted: readonly NewRow[]) => {
      const { writeCells } = await loadWriting()
      await writeCells({ ...place, staged }, { cells, pasted })
    },
    discard: (edit: CellEdit) =>
      edit.isStaged === true ? staged.discardCell(edit) : immediate.discard(edit),
    at,
    markOf,
  }
}
