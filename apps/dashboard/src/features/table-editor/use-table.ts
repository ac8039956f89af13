import { databaseTables, type TableDetail } from '@basalt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { invalidate } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import type { GridHandle } from '../../ui/grid/grid-types.ts'
import { notify } from '../../ui/toast.ts'
import { readOnlyReason } from './cell-edits.ts'
import type { Filter } from './queries.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { type Row, rowAt } from './row-window.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { useRows, useRowSource } from './use-rows.ts'

type Place = { ref: string; table: TableDetail; filter: Filter | null }

/** Everything that can be done with the rows of one table. */
export function useTable(place: Place, grid: RefObject<GridHandle | null>) {
  const { ref, table } = place
  const client = useQueryClient()
  const rows = useRows(place)
  const { store, window } = rows
  const edits = useCellEdits({ ref, table, store, onFailure: sayFailure })
  const source = useRowSource(rows, table, edits.edits)
  const chosen = useChosenRows(rows, table)
  const denied = useDenied(databaseTables.updateRow, 'edit rows')

  /** Takes the rows up at an end of the table; false when that end is shown already. */
  const jump = (edge: 'start' | 'end'): boolean => {
    const isBeyond = edge === 'start' ? window.before.hasMore : window.after.hasMore
    if (table.key.length === 0 || !isBeyond) return false
    store.open({ at: edge })
    return true
  }

  const showInserted = (row: Row) => {
    notify.success(`Row inserted into ${table.name}`)
    void invalidate(client, databaseTables.rows)
    const key = keyReader(table)(row)
    store.open(key === null ? { at: 'start' } : { at: 'row', row, cursor: cursorOf(key) })
    grid.current?.select({ row: 0, column: 0 })
  }

  const showDeleted = (keys: readonly (readonly string[])[]) => {
    const gone = new Set(keys.map(cursorOf))
    const keyOf = keyReader(table)
    store.change((row) => (gone.has(cursorOf(keyOf(row) ?? [])) ? null : row))
    chosen.clear()
    notify.success(`Deleted ${plural(keys.length, 'row')}`)
    void invalidate(client, databaseTables.rows)
  }

  const readOnly = readOnlyReason(table, denied)
  return { ...rows, edits, source, chosen, readOnly, jump, showInserted, showDeleted }
}

type Keys = ReadonlyMap<number, readonly string[]>
type Chosen = { windowId: number; keys: Keys }

const nothing: Keys = new Map()

/** The selected rows with their keys, which outlive the rows' stay in the window. */
function useChosenRows({ window }: ReturnType<typeof useRows>, table: TableDetail) {
  const [chosen, setChosen] = useState<Chosen>({ windowId: window.id, keys: new Map() })
  const keys = chosen.windowId === window.id ? chosen.keys : nothing
  const indexes = useMemo(() => new Set(keys.keys()), [keys])

  return {
    keys: [...keys.values()],
    indexes,
    clear: () => setChosen({ windowId: window.id, keys: new Map() }),
    choose: (next: ReadonlySet<number>) => {
      const keyOf = keyReader(table)
      const entries = [...next].flatMap((index) => {
        const row = rowAt(window, index)
        const key = keys.get(index) ?? (row === undefined ? null : keyOf(row))
        return key === null ? [] : [[index, key] as const]
      })
      setChosen({ windowId: window.id, keys: new Map(entries) })
    },
  }
}

const sayFailure = (column: string, message: string) =>
  notify.error(`${column} was not stored: ${message}`)
