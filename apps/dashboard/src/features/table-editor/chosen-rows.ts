import type { RowView, TableDetail } from '@basalt/contract'
import { useMemo, useState } from 'react'

import { cursorOf, cursorReader, keyReader } from './row-key.ts'
import { extentOf, heldRows, type Row, type RowWindow } from './row-window.ts'

/** A row that was read when it was chosen; its place is that in the order of the view. */
type Known = { key: readonly string[]; place?: string }

type Chosen = {
  windowId: number
  /** Where the rows of the window ended when they were chosen. */
  end: number
  indexes: ReadonlySet<number>
  known: ReadonlyMap<number, Known>
  isAll?: boolean
  isDeleteAsked?: boolean
}

export type ChosenRows = ReturnType<typeof useChosenRows>

const nobody: ReadonlySet<number> = new Set()
/** More rows than anybody counts. */
const everybody: ReadonlySet<number> = Object.assign(new Set<number>(), { has: () => true })

/**
 * The selected rows with their keys, which outlive the rows' stay in the window. Of a long
 * range the rows between its ends need not have been read.
 */
export function useChosenRows(
  { window }: { window: RowWindow },
  { table, view }: { table: TableDetail; view: RowView },
) {
  const { first, rowCount } = extentOf(window)
  const seen = { windowId: window.id, end: first + rowCount }
  const none: Chosen = { ...seen, indexes: nobody, known: new Map() }
  const [held, setHeld] = useState(none)
  const shown = held.windowId === window.id ? followed(held, window, table) : none
  if (shown !== held) setHeld(shown)
  const { indexes, known, isAll = false, isDeleteAsked = false } = shown
  const isWhole = indexes === everybody
  const keys = useMemo(() => [...known.values()].map(({ key }) => key), [known])

  return {
    keys,
    indexes,
    count: isWhole ? Infinity : indexes.size,
    /** Whether all rows of the view are chosen, also those that were never read. */
    isAll,
    /** They are too many for their keys to be known. */
    isWhole,
    /** A key asked for them to be deleted, which their bar may have been too late to hear. */
    isDeleteAsked,
    askToDelete: () => setHeld({ ...shown, isDeleteAsked: true }),
    placeOf: (index: number) => known.get(index)?.place,
    /** Chooses all rows: by their keys, from the first one of the view on, where they are known. */
    chooseAll: (all: readonly (readonly string[])[] | null) => {
      const entries = (all ?? []).map((key, at) => [first + at, { key }] as const)
      const chosen = new Map(entries)
      const chosenIndexes = all === null ? everybody : new Set(chosen.keys())
      setHeld({ ...seen, indexes: chosenIndexes, known: chosen, isAll: true })
    },
    clear: () => setHeld(none),
    choose: (next: ReadonlySet<number>) => {
      const keyOf = keyReader(table)
      const placeOfRow = cursorReader(table, view.sort)
      const { held: rows, end } = heldRows(window)
      const chosen = new Set<number>()
      const entries = new Map<number, Known>()
      for (const index of next) {
        const row = rows.get(index)
        const key = row === undefined ? null : keyOf(row)
        const now = row === undefined || key === null ? undefined : { key, place: placeOfRow(row) }
        const one = known.get(index) ?? now
        if (one !== undefined) entries.set(index, one)
        // Of a row that was let go only its place among the others is known.
        if (one !== undefined || (row === undefined && index >= first && index < end))
          chosen.add(index)
      }
      setHeld({ ...seen, indexes: chosen, known: entries })
    },
  }
}

/**
 * The same rows where they stand now: rows came or went above them. A row that is not there
 * any more is not chosen. Where rows in between were not read, the ends alone say which are meant.
 */
function followed(chosen: Chosen, window: RowWindow, table: TableDetail): Chosen {
  const { indexes, known } = chosen
  if (known.size === 0 || known.size < indexes.size) return chosen
  const keyOf = keyReader(table)
  const nameOf = (row: Row) => cursorOf(keyOf(row) ?? [])
  const { held, end } = heldRows(window)
  const isHere = ([index, row]: [number, Row]) => {
    const one = known.get(index)
    return one === undefined || cursorOf(one.key) === nameOf(row)
  }
  if (end >= chosen.end && [...held].every(isHere)) return chosen
  const places = new Map([...held].map(([index, row]) => [nameOf(row), index]))
  const moved = [...known].flatMap(([index, one]): [number, Known][] => {
    const isLetGo = index < end && !held.has(index)
    const place = places.get(cursorOf(one.key)) ?? (isLetGo ? index : undefined)
    return place === undefined ? [] : [[place, one]]
  })
  return { ...chosen, end, indexes: new Set(moved.map(([index]) => index)), known: new Map(moved) }
}
