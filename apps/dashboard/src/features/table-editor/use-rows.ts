import { databaseTables, type TableDetail } from '@basalt/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { invalidate } from '../../lib/api.ts'
import type { GridSource } from '../../ui/grid/grid-types.ts'
import { type CellEdits, editedRow } from './cell-edits.ts'
import { type Filter, rowsQuery } from './queries.ts'
import { cursorOf, keyReader } from './row-key.ts'
import { RowStore } from './row-store.ts'
import {
  type Anchor,
  extentOf,
  type PageRequest,
  type Row,
  rowAt,
  type RowWindow,
} from './row-window.ts'

type Place = { ref: string; table: TableDetail; filter: Filter | null }

/**
 * The rows of a table, read as they are looked at. The caller keys its component by table
 * and filter: one store stands for one of each.
 */
export function useRows(place: Place) {
  const client = useQueryClient()
  const [store] = useState(() => openStore(client, place))
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => () => store.stop(), [store])

  return {
    ...state,
    store,
    /** Reads everything anew, from the first row. */
    refresh: async () => {
      await invalidate(client, databaseTables.rows)
      store.open({ at: 'start' })
    },
  }
}

function openStore(client: QueryClient, { ref, table, filter }: Place): RowStore {
  const id = { ref, id: table.id }
  const keyOf = keyReader(table)
  const first = rowsQuery(id, filter)
  const cached = client.getQueryState(first.queryKey)
  const isFresh =
    cached?.data !== undefined &&
    !cached.isInvalidated &&
    Date.now() - cached.dataUpdatedAt < Number(first.staleTime)

  return new RowStore({
    isPageable: table.key.length > 0,
    firstPage: isFresh ? cached.data : undefined,
    cursorOfRow: (row) => cursorOf(keyOf(row) ?? []),
    async fetchPage(request, anchor, signal) {
      const options = rowsQuery(id, filter, partOf(request, anchor))
      signal.addEventListener('abort', () => {
        void client.cancelQueries({ queryKey: options.queryKey, exact: true })
      })
      // Pages live in the window; only the first one is worth keeping for the next visit.
      const isFirst = request.cursor === null && request.side === 'after'
      return client.fetchQuery({ ...options, staleTime: 0, ...(!isFirst && { gcTime: 0 }) })
    },
  })
}

function partOf({ cursor, side, limit }: PageRequest, anchor: Anchor) {
  if (cursor === null && anchor.at === 'end') return { limit, at: 'end' as const }
  if (cursor === null) return { limit }
  return {
    limit,
    cursor,
    direction: side === 'after' ? ('forward' as const) : ('backward' as const),
  }
}

/** The store as the grid's source, with the edits that are not stored yet laid over it. */
export function useRowSource(
  { store, window }: { store: RowStore; window: ReturnType<RowStore['get']>['window'] },
  table: TableDetail,
  edits: CellEdits,
): GridSource {
  const keyOf = useMemo(() => keyReader(table), [table])
  const booleans = useMemo(
    () => table.columns.flatMap(({ kind }, at) => (kind === 'boolean' ? [at] : [])),
    [table],
  )
  return useMemo(() => {
    const shown = (row: Row): Row => {
      const key = edits.size === 0 ? null : keyOf(row)
      const edited = key === null ? row : editedRow(row, table.columns, edits.get(cursorOf(key)))
      return booleans.length === 0 ? edited : withWords(edited, booleans)
    }
    return {
      ...extentOf(window),
      getRow: (index) => {
        const row = rowAt(window, index)
        return row === undefined ? undefined : shown(row)
      },
      rowLabel: (index) => rowLabel(window, index),
      onRangeVisible: store.show,
      anchor: { id: String(window.id), row: window.anchor.at === 'end' ? -1 : 0 },
    }
  }, [window, store, edits, keyOf, booleans, table])
}

/** A row's number, or its distance from the place where the rows were taken up. */
function rowLabel(window: RowWindow, index: number): string {
  if (!window.before.hasMore) return String(index - extentOf(window).first + 1)
  if (index === 0) return '●'
  return `${index > 0 ? '+' : '−'}${Math.abs(index)}`
}

/** PostgreSQL prints booleans as single letters; people read words. */
function withWords(row: Row, booleans: readonly number[]): Row {
  const next = [...row]
  for (const at of booleans) {
    if (next[at] === 't') next[at] = 'true'
    else if (next[at] === 'f') next[at] = 'false'
  }
  return next
}
