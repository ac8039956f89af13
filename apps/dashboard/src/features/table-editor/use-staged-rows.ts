import type { TableDetail } from '@basalt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { profileQuery } from '../../lib/account.ts'
import { type CellEdit, type CellEdits, noEdits } from './cell-edits.ts'
import type { ChangeQueue, QueueState } from './changes/change-queue.ts'
import type { Editing } from './changes/editing.ts'
import type { NewRow, Overlay } from './changes/overlay.ts'
import { cursorOf } from './row-key.ts'
import type { RowStore } from './row-store.ts'
import { extentOf, type Row } from './row-window.ts'

const load = () => import('./changes/editing.ts')
const nothing: Overlay = { edits: noEdits, deleted: new Set(), inserted: [] }
const never = () => () => {}

type Place = { ref: string; table: TableDetail; store: RowStore }
type Loaded = { editing: Editing; queue: ChangeQueue }

type CellChange = Pick<CellEdit, 'key' | 'column' | 'typed' | 'previous' | 'isDefault'> & {
  seen: Row
}

/** The rows that wait to be stored. Their code is loaded after the rows of the table. */
export function useStagedRows({ ref, table, store }: Place) {
  const client = useQueryClient()
  const [loaded, setLoaded] = useState<Loaded>()
  const { queue, editing } = loaded ?? {}
  const state = useSyncExternalStore<QueueState | undefined>(queue?.subscribe ?? never, () =>
    queue?.get(),
  )

  async function ready(): Promise<Loaded> {
    const { editing: code } = await load()
    const user = client.getQueryData(profileQuery().queryKey)?.id ?? 'install'
    const found = { editing: code, queue: code.queueOf({ user, ref, table: table.id }) }
    setLoaded((known) => (known?.queue === found.queue ? known : found))
    return found
  }
  useEffect(() => {
    const timer = setTimeout(() => void ready(), 200)
    return () => clearTimeout(timer)
    // The place is fixed: the view is keyed by its table.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const overlay = useMemo(
    () =>
      state === undefined || editing === undefined
        ? nothing
        : editing.overlayOf(state, table.columns),
    [state, editing, table],
  )
  return {
    ...overlay,
    queue,
    state,
    has: (key: readonly string[]): boolean => isStaged(overlay, key),
    ready,
    /** The row at an index of the grid that is not stored yet: they stand above the others. */
    newAt: (index: number): NewRow | undefined =>
      overlay.inserted[index - extentOf(store.get().window).first + overlay.inserted.length],
    stageInsert: async (values: Readonly<Record<string, string | null>>) => {
      const { editing: code, queue: rows } = await ready()
      rows.change((staged) => code.withInserts(staged, [{ id: crypto.randomUUID(), values }]))
    },
    stageCell: async ({ key, column, typed, previous, isDefault, seen }: CellChange) => {
      const { editing: code, queue: rows } = await ready()
      const value = isDefault === true ? undefined : typed
      rows.change((staged) => code.withCell(staged, { key, column, value, previous, seen }))
    },
    stageNewValue: async (id: string, column: string, value: string | null | undefined) => {
      const { editing: code, queue: rows } = await ready()
      rows.change((staged) => code.withNewValue(staged, id, { column, value }))
    },
    stageDeletes: async (deleted: readonly { key: readonly string[]; seen: Row }[]) => {
      const { editing: code, queue: rows } = await ready()
      return rows.change((staged) => code.withDeletes(staged, deleted))
    },
    discardCell: ({ key, column, previous }: CellEdit) => {
      if (loaded === undefined) return
      const change = { key, column, value: previous, previous, seen: [] }
      loaded.queue.change((staged) => loaded.editing.withCell(staged, change))
    },
  }
}

const isStaged = (
  { edits, deleted }: { edits: CellEdits; deleted: ReadonlySet<string> },
  key: readonly string[],
): boolean => edits.has(cursorOf(key)) || deleted.has(cursorOf(key))
