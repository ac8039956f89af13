import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { GridSource } from '@basalt/data-grid/grid-types'
import type { RowView } from '@basalt/pg-model'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { invalidate } from '../../../lib/network/api.ts'
import { whenTablesInvalidated } from '../../../product/table-invalidation.ts'
import { getCursor, cursorReader, keyReader } from '../rows/row-key.ts'
import { rowLabel, rowName } from '../rows/row-numbers.ts'
import { findRow, type PageReader, RowStore } from '../rows/row-store.ts'
import { type Anchor, getExtent, type PageRequest, type Row, rowAt } from '../rows/row-window.ts'
import { rowsQuery, tableQuery } from '../tables/queries.ts'
import { type CellEdits, editedRow, getEdit } from './cell-edits.ts'
import type { NewRow } from './overlay.ts'

type Scope = { ref: string; table: TableDetail; view: RowView }

/**
 * The rows of a table, loaded as they become visible. The caller keys its component by table;
 * another view reloads the rows.
 */
export function useRows(scope: Scope) {
  const client = useQueryClient()
  const name = JSON.stringify(scope.view)
  const [held, setHeld] = useState(() => ({ name, store: openStore(client, scope) }))
  if (held.name !== name) setHeld({ name, store: openStore(client, scope) })
  const { store } = held
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => () => store.stop(), [store])
  useEffect(() => whenTablesInvalidated(() => store.reread()), [store])

  return {
    ...state,
    store,
    /** Reloads everything, from the first row. */
    refresh: async () => {
      // An order by a dropped column is refused before the rows could show that.
      void invalidate(client, databaseTables.detail)
      await invalidate(client, databaseTables.rows)
      await store.open({ at: 'start' })
    },
  }
}

function openStore(client: QueryClient, { ref, table, view }: Scope): RowStore {
  const id = { ref, id: table.id }
  const first = rowsQuery(id, view)
  const cached = client.getQueryState(first.queryKey)
  const isFresh =
    cached?.data !== undefined &&
    cached.data.shape === table.shape &&
    !cached.isInvalidated &&
    Date.now() - cached.dataUpdatedAt < Number(first.staleTime)

  const fetchPage: PageReader = async (request, anchor, signal) => {
    const options = rowsQuery(id, view, getPart(request, anchor))
    signal.addEventListener('abort', () => {
      void client.cancelQueries({ queryKey: options.queryKey, exact: true })
    })
    // Pages are in the window; only the first one is cached for the next visit.
    const isFirst = anchor.at === 'start' && request.cursor === null
    const read = () =>
      client.fetchQuery({ ...options, staleTime: 0, ...(!isFirst && { gcTime: 0 }) })
    const reading = read()
    // Rows may be refused because of a dropped column.
    reading.catch(() => signal.aborted || void invalidate(client, databaseTables.detail))
    const page = await reading
    if (page.shape === table.shape) return page
    // Another user changed the columns: no value is shown below another column's header.
    const now = await client.fetchQuery({ ...tableQuery(ref, table.id), staleTime: 0 })
    // The page was older, from before an aborted read.
    const again = now.shape === table.shape && !signal.aborted ? await read() : page
    if (again.shape === table.shape) return again
    throw new Error('The columns of this table have changed')
  }
  return new RowStore({
    isPageable: table.key.length > 0,
    firstPage: isFresh ? cached.data : undefined,
    cursorOfRow: cursorReader(table, view.sort),
    fetchPage,
  })
}

function getPart({ cursor, side, limit }: PageRequest, anchor: Anchor) {
  const direction = side === 'after' ? ('forward' as const) : ('backward' as const)
  if (cursor !== null) return { limit, cursor, direction }
  if (anchor.at === 'end') return { limit, at: 'end' as const }
  if (anchor.at === 'number')
    return { limit, row: anchor.number, ...(anchor.isExact === true && { exact: 'true' as const }) }
  if (anchor.at === 'from') return { limit, from: JSON.stringify(anchor.values), direction }
  return { limit }
}

type Shown = {
  edits: CellEdits
  staged: { inserted: readonly Pick<NewRow, 'id' | 'row' | 'nullTexts'>[] }
}

/** The store as the grid's source, with the edits that are not stored yet laid over it. */
export function useRowSource(
  { store, window }: Pick<ReturnType<typeof useRows>, 'store' | 'window'>,
  table: TableDetail,
  { edits, staged }: Shown,
): GridSource {
  const getKey = useMemo(() => keyReader(table), [table])
  const booleans = useMemo(
    () => table.columns.flatMap(({ kind }, at) => (kind === 'boolean' ? [at] : [])),
    [table],
  )
  const { inserted } = staged
  return useMemo(() => {
    const shown = (row: Row): Row => {
      const key = edits.size === 0 ? null : getKey(row)
      const edited = key === null ? row : editedRow(row, table.columns, edits.get(getCursor(key)))
      return booleans.length === 0 ? edited : withText(edited, booleans)
    }
    const { first, rowCount } = getExtent(window)
    const getName = (row: Row = []) => {
      const key = getKey(row)
      return key === null ? undefined : getCursor(key)
    }
    // Unsaved new rows are above the others.
    const newAt = (index: number) => inserted[index - first + inserted.length]
    return {
      first: first - inserted.length,
      rowCount: rowCount + inserted.length,
      getRow: (index) => {
        const row = index < first ? newAt(index)?.row : rowAt(window, index)
        return row === undefined ? undefined : shown(row)
      },
      nullText: (index, column) => {
        if (index < first) return newAt(index)?.nullTexts[column]
        const key = edits.size === 0 ? null : getKey(rowAt(window, index) ?? [])
        const name = table.columns[column]?.name ?? ''
        const edit = key === null ? undefined : getEdit(edits, { key, column: name })
        return edit?.isDefault === true ? 'default' : undefined
      },
      rowId: (index) => (index < first ? newAt(index)?.id : getName(rowAt(window, index))),
      placeOf: (id) => {
        const at = inserted.findIndex((one) => one.id === id)
        return at < 0 ? findRow(window, (row) => getName(row) === id) : first - inserted.length + at
      },
      rowLabel: (index) => (index < first ? 'new' : rowLabel(window, index)),
      rowName: (index) => (index < first ? undefined : rowName(window, index)),
      isPart: window.before.hasMore || window.after.hasMore,
      isCut: store.isCellCut,
      onRangeVisible: store.show,
      isLeaving: store.isLeaving,
      anchor: { id: String(window.id), row: anchorRow(window.anchor, inserted.length) },
    }
  }, [window, store, edits, inserted, getKey, booleans, table])
}

/** Unsaved new rows are visible at once when the table is shown from its start. */
const anchorRow = ({ at }: Anchor, inserted: number): number =>
  at === 'end' ? -1 : at === 'start' ? -inserted : 0

/** PostgreSQL prints booleans as single letters; people read words. */
function withText(row: Row, booleans: readonly number[]): Row {
  const next = [...row]
  for (const at of booleans) {
    if (next[at] === 't') next[at] = 'true'
    else if (next[at] === 'f') next[at] = 'false'
  }
  return next
}
