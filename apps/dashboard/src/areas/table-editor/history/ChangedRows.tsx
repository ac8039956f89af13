import { databaseHistory, type HistoryEntry } from '@basalt/contract/database/history'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { HistoryRow } from '@basalt/pg-model'
import { useInfiniteQuery } from '@tanstack/react-query'

import { call } from '../../../lib/network/api.ts'
import { isSystemColumn, named } from '../../../product/row-changes/key-text.ts'
import { ShownValue } from '../../../product/row-changes/ShownValue.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { otherTable } from './other-table.ts'

type Props = { projectRef: string; table: TableDetail; entry: HistoryEntry }

/** The rows of a change, before and after. */
export function ChangedRows({ projectRef, table, entry }: Props) {
  const rows = useInfiniteQuery({
    queryKey: [databaseHistory.detail.method, databaseHistory.detail.path, projectRef, entry.id],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        databaseHistory.detail,
        { params: { ref: projectRef, id: entry.id }, query: { after: pageParam, limit: 50 } },
        signal,
      ),
    getNextPageParam: (page) => (page.has_more ? page.rows.at(-1)?.place : undefined),
  })
  if (rows.isPending) return <SkeletonRows rows={3} className="h-5" />
  if (rows.error !== null) return <p className="text-bad">{rows.error.message}</p>
  const listed = rows.data.pages.flatMap((page) => page.rows)
  // The rows of a large import are known by who wrote them only.
  if (listed.length === 0) return <p className="text-ink-soft">Rows not listed</p>
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {listed.map((row) => (
          <ChangedRow key={row.place} row={row} shown={table} entry={entry} />
        ))}
      </ul>
      {rows.hasNextPage && (
        <Button size="small" onClick={() => void rows.fetchNextPage()}>
          More rows
        </Button>
      )}
    </>
  )
}

const words = { insert: 'Inserted', update: 'Changed', delete: 'Deleted' } as const

type RowProps = { row: HistoryRow; shown: TableDetail; entry: HistoryEntry }

function ChangedRow({ row, shown, entry }: RowProps) {
  const table = entry.tables[row.table]
  const { before, after } = row
  // Of imported rows only the key is stored.
  const isKept = before !== null || after !== null
  const columns = (isKept ? (table?.columns ?? []) : []).flatMap((name, at) => {
    const cell = { name, before: before?.[at] ?? null, after: after?.[at] ?? null }
    const isShown = row.kind !== 'update' || cell.before !== cell.after
    return isShown && !isSystemColumn(name) ? [cell] : []
  })
  return (
    <li className="flex flex-col rounded-control bg-sunken px-2 py-1">
      <span className="text-ink-soft">
        {words[row.kind]} {otherTable(entry, row.table, shown)}
        <span className="font-mono text-xs">{named(table?.key ?? [], row.key)}</span>
        {row.by_cascade && ', by a foreign key'}
      </span>
      {columns.map((cell) => (
        <span key={cell.name} className="min-w-0 break-words">
          <span className="text-ink-soft">{cell.name}: </span>
          {before !== null && <ShownValue value={cell.before} isOld={row.kind !== 'insert'} />}
          {before !== null && after !== null && ' → '}
          {after !== null && <ShownValue value={cell.after} />}
        </span>
      ))}
    </li>
  )
}
