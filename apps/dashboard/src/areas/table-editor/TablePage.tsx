import type { TableDetail } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage/storage.ts'
import { AreaLayout } from '../../product/AreaLayout.tsx'
import { late } from '../../ui/late.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { NoTable, TableFailure } from './empty-states.tsx'
import { useEarlyPaste } from './import/early-paste.ts'
import { TableList } from './sidebar/TableList.tsx'
import { tableQuery } from './tables/queries.ts'
import { TableView } from './TableView.tsx'
import { TabStrip } from './tabs/TabStrip.tsx'
import { useTableView } from './view/use-table-view.ts'

const ImportLocation = late(async () => {
  await whenIdle()
  return (await import('./ImportLocation.tsx')).ImportLocation
})

type Props = { projectRef: string }

/** The list and the tabs stay while tables, and a panel for a new one, are opened next to them. */
export function TablePage({ projectRef }: Props) {
  useEarlyPaste()
  const { id } = useParams({ strict: false })
  const tableId = id === undefined ? storage.lastTable(projectRef).get() : Number(id)
  return (
    <AreaLayout
      title="Table editor"
      closeKey={String(tableId)}
      column={<TableList projectRef={projectRef} tableId={tableId} />}
    >
      <div className="flex h-full min-h-0 flex-col">
        <TabStrip projectRef={projectRef} tableId={tableId} />
        <div className="min-h-0 flex-1">
          {tableId === undefined ? (
            <NoTable projectRef={projectRef} />
          ) : (
            <OpenTable projectRef={projectRef} tableId={tableId} />
          )}
        </div>
      </div>
      <ImportLocation projectRef={projectRef} tableId={tableId} />
      <Outlet />
    </AreaLayout>
  )
}

/** SPEC.md section 9: the table of last time is remembered per project. */
export function LastTable({ projectRef }: Props) {
  const go = useGo()
  const last = storage.lastTable(projectRef).get()
  useEffect(() => {
    if (last !== undefined) go(paths.table(projectRef, last), { replace: true })
  }, [last, go, projectRef])
  return null
}

function OpenTable({ projectRef, tableId }: { projectRef: string; tableId: number }) {
  const { data: table, error, refetch } = useQuery(tableQuery(projectRef, tableId))
  useDocumentTitle(table?.name, 'Table editor')
  useEffect(() => {
    const last = storage.lastTable(projectRef)
    // A table that cannot be read any more may be deleted, and is not remembered as the last one.
    if (error === null && table !== undefined) last.set(tableId)
    else if (error !== null && table === undefined && last.get() === tableId) last.remove()
  }, [table, error, projectRef, tableId])

  if (table === undefined && error !== null) {
    return <TableFailure projectRef={projectRef} error={error} onRetry={() => void refetch()} />
  }
  if (table === undefined) return <TableSkeleton />
  return (
    <Suspense fallback={<TableSkeleton />}>
      <ReadTable key={`${tableId} ${table.shape}`} projectRef={projectRef} table={table} />
    </Suspense>
  )
}

function ReadTable({ projectRef, table }: { projectRef: string; table: TableDetail }) {
  const reading = useTableView(projectRef, table)
  return <TableView projectRef={projectRef} table={table} reading={reading} />
}

/** The skeleton of the page. */
function TableSkeleton() {
  return (
    <output aria-label="Loading" className="block h-full">
      <div className="flex h-11 items-center justify-between border-b border-line px-3">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-7 w-24" />
      </div>
      <div className="h-9 border-b border-line-strong bg-surface" />
      {Array.from({ length: 12 }, (_, at) => (
        <div key={at} className="flex h-8 items-center gap-10 border-b border-line px-4">
          <Skeleton className="h-2 w-8" />
          <Skeleton className="h-2 w-40" />
        </div>
      ))}
    </output>
  )
}
