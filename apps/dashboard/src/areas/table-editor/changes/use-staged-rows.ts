import type { TableDetail } from '@basalt/contract/database/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'

import { profileQuery } from '../../../lib/session/account.ts'
import type { ChangeQueue, QueueState } from '../../../product/row-changes/change-queue.ts'
import { getCursor } from '../rows/row-key.ts'
import type { RowStore } from '../rows/row-store.ts'
import { getExtent } from '../rows/row-window.ts'
import { noEdits } from './cell-edits.ts'
import type { Editing } from './editing.ts'
import type { NewRow, Overlay } from './overlay.ts'
import type { SeenEdit } from './use-immediate-edits.ts'

let known: Editing | undefined
const load = async (): Promise<Editing> => (known ??= (await import('./editing.ts')).editing)
const nothing: Overlay = { edits: noEdits, deleted: new Set(), inserted: [] }
const never = () => () => {}

type Scope = {
  ref: string
  table: TableDetail
  store: RowStore
  onSaved: (historyId: string | null, what: string) => void
}
type Loaded = { editing: Editing; queue: ChangeQueue }

/** The rows that wait to be stored. Their code is loaded after the rows of the table. */
export function useStagedRows({ ref, table, store, onSaved }: Scope) {
  const client = useQueryClient()
  const [loaded, setLoaded] = useState<Loaded>()
  const { queue, editing } = loaded ?? {}
  const state = useSyncExternalStore<QueueState | undefined>(queue?.subscribe ?? never, () =>
    queue?.get(),
  )

  function begin(code: Editing): Loaded {
    const user = client.getQueryData(profileQuery().queryKey)?.id ?? 'install'
    const scope = { user, ref, table }
    const found = { editing: code, queue: code.getQueue(scope) }
    setLoaded((last) => (last?.queue === found.queue ? last : found))
    return found
  }
  const ready = async (): Promise<Loaded> => begin(await load())
  const isUsed = useRef(false)
  function actionsOn({ editing: code, queue: rows }: Loaded) {
    isUsed.current = true
    return code.stagedActions(rows, { client, table, store, onSaved })
  }
  const actions = async () => actionsOn(await ready())
  useEffect(() => {
    const prepare = async () => {
      const { queue: rows } = await ready()
      // A session that expired on this visit is kept as such.
      if (!isUsed.current) rows.clearSignOut()
    }
    const timer = setTimeout(() => void prepare(), 200)
    return () => clearTimeout(timer)
    // The place is fixed: the view is keyed by its table.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const overlay = useMemo(
    () =>
      state === undefined || editing === undefined ? nothing : editing.getOverlay(state, table),
    [state, editing, table],
  )
  return {
    ...overlay,
    queue,
    state,
    has: (key: readonly string[]): boolean =>
      overlay.edits.has(getCursor(key)) || overlay.deleted.has(getCursor(key)),
    ready,
    /** The row at an index of the grid that is not stored yet: they stand above the others. */
    newAt: (index: number): NewRow | undefined =>
      overlay.inserted[index - getExtent(store.get().window).first + overlay.inserted.length],
    /** All that can be done with the rows that wait. */
    actions,
    /** Leaves at once where its code is here: before the page is drawn. */
    sendCell: async (edit: SeenEdit) =>
      (known === undefined ? await actions() : actionsOn(begin(known))).send(edit),
  }
}
