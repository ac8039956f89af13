import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useMemo, useState } from 'react'

import type { repositioned } from './repositioned-rows.ts'
import { cursorReader, keyReader } from './row-key.ts'
import { heldRows, type RowWindow } from './row-window.ts'

/** A row that was read when it was chosen; its place is that in the order of the view. */
export type Known = { key: readonly string[]; position?: string }

export type Chosen = {
  windowId: number
  /** The range of indexes with rows when it was last checked. */
  first: number
  end: number
  indexes: ReadonlySet<number>
  known: ReadonlyMap<number, Known>
  isAll?: boolean
  isDeleteRequested?: boolean
}

export type ChosenRows = ReturnType<typeof useChosenRows>

const nobody: ReadonlySet<number> = new Set()

let follow: typeof repositioned | undefined

/** Loaded with the first selection, because nothing has to be tracked before. */
export async function loadFollow(): Promise<void> {
  follow ??= (await import('./repositioned-rows.ts')).repositioned
}

/** More rows than can be counted. */
const everybody: ReadonlySet<number> = Object.assign(new Set<number>(), { has: () => true })

/**
 * The selected rows with their keys, which survive the rows' removal from the window. Of a long
 * range the rows between its ends need not be loaded.
 */
export function useChosenRows(
  { window }: { window: RowWindow },
  { table, view }: { table: TableDetail; view: RowView },
) {
  const none: Chosen = { windowId: window.id, first: 0, end: 0, indexes: nobody, known: new Map() }
  const [held, hold] = useState(none)
  const setHeld = (next: Chosen) => {
    hold(next)
    // Without it the same rows are chosen; they may be marked in other places.
    loadFollow().catch(() => {})
  }
  const same = held.windowId === window.id ? held : none
  const shown = same.known.size === 0 ? same : (follow?.(same, window, table) ?? same)
  if (shown !== held) hold(shown)
  const { indexes, known, isAll = false, isDeleteRequested = false } = shown
  const isWhole = indexes === everybody
  const keys = useMemo(() => [...known.values()].map(({ key }) => key), [known])

  return {
    keys,
    indexes,
    count: isWhole ? Infinity : indexes.size,
    /** Whether all rows of the view are selected, also those that were never loaded. */
    isAll,
    /** They are too many for their keys to be known. */
    isWhole,
    /** A delete key was pressed, possibly before their bar was loaded. */
    isDeleteRequested,
    askToDelete: () => setHeld({ ...shown, isDeleteRequested: true }),
    placeOf: (index: number) => known.get(index)?.position,
    /** Chooses all rows; by their keys, of which the first is at the index, where they are known. */
    chooseAll: (all: readonly (readonly string[])[] | null, from = 0) => {
      const chosen = new Map(all?.map((key, at) => [from + at, { key }]))
      const chosenIndexes = all === null ? everybody : new Set(chosen.keys())
      const { first, end } = heldRows(window)
      setHeld({ ...none, first, end, indexes: chosenIndexes, known: chosen, isAll: true })
    },
    clear: () => setHeld(none),
    choose: (next: ReadonlySet<number>) => {
      const getKey = keyReader(table)
      const positionOfRow = cursorReader(table, view.sort)
      const { held: rows, first, end } = heldRows(window)
      const chosen = new Set<number>()
      const entries = new Map<number, Known>()
      for (const index of next) {
        const row = rows.get(index)
        const key = row === undefined ? null : getKey(row)
        const now =
          row === undefined || key === null ? undefined : { key, position: positionOfRow(row) }
        const one = known.get(index) ?? now
        if (one !== undefined) entries.set(index, one)
        // Of an evicted row only its position is known.
        if (one !== undefined || (row === undefined && index >= first && index < end))
          chosen.add(index)
      }
      setHeld({ ...none, first, end, indexes: chosen, known: entries })
    },
  }
}
