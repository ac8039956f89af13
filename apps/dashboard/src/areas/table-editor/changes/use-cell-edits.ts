import type { CellMark, CellWrite, NewRow } from '@basalt/data-grid/grid-types'
import { useCallback, useMemo } from 'react'

import { storage } from '../../../lib/storage/storage.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import { rowAt } from '../rows/row-window.ts'
import {
  type CellEdit,
  type CellEdits,
  getEdit,
  type PendingSave,
  withoutEdit,
} from './cell-edits.ts'
import { waitForAll, waitForBoth } from './edit-order.ts'
import type { NewRow as StagedNewRow } from './overlay.ts'
import {
  type EditPosition,
  type NewEdit,
  type OnHeld,
  useImmediateEdits,
} from './use-immediate-edits.ts'
import { useStagedRows } from './use-staged-rows.ts'

const loadWriting = () => import('./write-cells.ts')

/**
 * Edits of cells: each is saved at once and displayed until then, or staged with others when
 * staging is on.
 */
export function useCellEdits(scope: EditPosition) {
  const { table, store } = scope
  // Indexes of the grid refer to its rows at the time of the write.
  const { window } = store.get()
  const staged = useStagedRows(scope)
  const { edits, getRowFor, ...immediate } = useImmediateEdits(scope, staged)

  function save(edit: NewEdit, onHeld?: OnHeld): Promise<unknown> {
    const work = keep(edit, onHeld)
    scope.during(work)
    return work
  }
  async function keep(requested: NewEdit, onHeld?: OnHeld) {
    const edit = { keyedBy: table.key, ...requested }
    const waits = storage.queuesEdits.get() || staged.has(edit.key)
    if (!waits) return immediate.save(edit, onHeld)
    const { behind, ...cell } = edit
    const after = waitForBoth(behind, scope.undoing.current)
    const waiting = { ...cell, seen: getRowFor(edit.key) ?? [], after }
    return (await staged.actions()).edit(waiting)
  }

  const { at, getMark } = useCellAppearances({ table, store, edits, staged })
  const all = useMemo(
    () => (staged.edits.size === 0 ? edits : new Map([...staged.edits, ...edits])),
    [edits, staged.edits],
  )

  return {
    edits: all,
    /** Edits that were sent at once and are not saved: pending or refused. */
    refused: edits,
    changeRefused: immediate.change,
    staged,
    getRowFor,
    save,
    /** Pasted, filled or cleared cells, as one change. */
    write: (cells: readonly CellWrite[], pasted: readonly NewRow[]) => {
      const saves = cells.flatMap(({ row, column }) => at(row, column)?.pending ?? [])
      const after = waitForBoth(waitForAll(saves), scope.undoing.current)
      const writing = loadWriting().then(({ writeCells }) =>
        writeCells({ ...scope, staged, save }, { cells, pasted, window, after }),
      )
      scope.during(writing)
      return writing
    },
    /** Keeps the edit although the cell has changed. */
    takeMine: async (edit: CellEdit, previous: string | null) => {
      if (edit.isStaged === true) (await staged.actions()).takeMine(edit)
      else await immediate.save({ ...edit, previous, seen: undefined })
    },
    discard: async (edit: CellEdit) => {
      if (edit.isStaged !== true && edit.newRow === undefined)
        return immediate.change((refused) => withoutEdit(refused, edit))
      const actions = await staged.actions()
      await (edit.newRow === undefined ? actions.discard(edit) : actions.discardNew(edit.newRow))
    },
    at,
    getMark,
    /** The pending save and undo that an edit of the cell follows when it begins now. */
    behind: (row: number, column: number): PendingSave | undefined => {
      const pending = waitForBoth(at(row, column)?.pending, scope.undoing.current)
      // The edit may be cancelled.
      pending?.catch(() => undefined)
      return pending
    },
  }
}

type Shown = Pick<EditPosition, 'table' | 'store'> & {
  edits: CellEdits
  staged: ReturnType<typeof useStagedRows>
}

function useCellAppearances({ table, store, edits, staged }: Shown) {
  const getKey = useMemo(() => keyReader(table), [table])
  /** The edit of the cell at an index of the grid, if there is one. */
  const at = useCallback(
    (row: number, column: number): CellEdit | undefined => {
      const fresh = staged.newAt(row)
      if (fresh !== undefined) return newCell(fresh, column, table.columns[column]?.name)
      if (edits.size === 0 && staged.edits.size === 0) return undefined
      const shown = rowAt(store.get().window, row)
      const key = shown === undefined ? null : getKey(shown)
      const name = table.columns[column]?.name
      if (key === null || name === undefined) return undefined
      return getEdit(edits, { key, column: name }) ?? getEdit(staged.edits, { key, column: name })
    },
    // The contents of the overlay represent the staged changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [edits, staged.edits, staged.inserted, store, getKey, table],
  )
  const getMark = useCallback(
    (row: number, column: number): CellMark | undefined => {
      const edit = at(row, column)
      if (edit === undefined && staged.newAt(row) !== undefined) return 'staged'
      if (edit !== undefined) return edit.state === 'failed' ? 'error' : edit.state
      const shown = staged.deleted.size === 0 ? undefined : rowAt(store.get().window, row)
      const key = shown === undefined ? null : getKey(shown)
      return key !== null && staged.deleted.has(getCursor(key)) ? 'deleted' : undefined
    },
    // The contents of the overlay represent the staged changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [at, staged.inserted, staged.deleted, store, getKey],
  )
  return { at, getMark }
}

/** The note about a cell of an unsaved row: why it could not be saved. */
function newCell(
  { id, row, failure }: StagedNewRow,
  column: number,
  name: string | undefined,
): CellEdit | undefined {
  if (failure === undefined || name === undefined) return undefined
  if (failure.column !== undefined && failure.column !== name) return undefined
  const typed = row[column] ?? null
  return { key: [], column: name, typed, previous: null, state: 'failed', newRow: id, failure }
}
