import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

import { AreaLayout } from '../../lib/AreaLayout.tsx'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useGo } from '../../lib/use-go.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { NoTableChosen, NoTables, TableFailure } from './empty-states.tsx'
import { type Filter, tableListQuery, tableQuery } from './queries.ts'
import { TableList } from './TableList.tsx'
import { TableView } from './TableView.tsx'

type Props = { projectRef: string; tableId?: number }

export function TablePage({ projectRef, tableId }: Props) {
  return (
    <AreaLayout
      title="Table editor"
      closeKey={String(tableId)}
      column={<TableList projectRef={projectRef} tableId={tableId} />}
    >
      {tableId === undefined ? (
        <NoTable projectRef={projectRef} />
      ) : (
        <OpenTable projectRef={projectRef} tableId={tableId} />
      )}
    </AreaLayout>
  )
}

function NoTable({ projectRef }: { projectRef: string }) {
  const go = useGo()
  const schema = storage.lastSchema(projectRef).get() ?? 'public'
  const last = storage.lastTable(projectRef).get()
  const { data } = useQuery(tableListQuery(projectRef, schema, { search: '', after: undefined }))
  useDocumentTitle('Table editor')
  // SPEC.md section 9: the table of last time is remembered per project.
  useEffect(() => {
    if (last !== undefined) go(paths.table(projectRef, last), { replace: true })
  }, [last, go, projectRef])

  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="sr-only">Table editor</h1>
      {data?.tables.length === 0 ? <NoTables projectRef={projectRef} /> : <NoTableChosen />}
    </div>
  )
}

function OpenTable({ projectRef, tableId }: Required<Props>) {
  const go = useGo()
  const { data: table, error, refetch } = useQuery(tableQuery(projectRef, tableId))
  const filter = useFilter()
  useDocumentTitle(table?.name, 'Table editor')
  useEffect(() => {
    const last = storage.lastTable(projectRef)
    if (table !== undefined) last.set(tableId)
    else if (error !== null && last.get() === tableId) last.remove()
  }, [table, error, projectRef, tableId])

  if (table === undefined && error !== null) {
    return (
      <div className="mx-auto max-w-2xl p-6">
        <TableFailure projectRef={projectRef} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (table === undefined) return <TableSkeleton />
  return (
    <TableView
      key={`${tableId} ${JSON.stringify(filter)} ${table.columns.map(({ name }) => name).join()}`}
      projectRef={projectRef}
      table={table}
      filter={filter}
      onFilterChange={(next) =>
        go(
          paths.table(
            projectRef,
            tableId,
            next === null ? {} : { column: next.column, equals: next.value },
          ),
        )
      }
    />
  )
}

/** The filter in the URL: `?column=status&equals=paid`. */
function useFilter(): Filter | null {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { column, equals = '' } = search
  return typeof column === 'string' && typeof equals === 'string' ? { column, value: equals } : null
}

/** The page's shape while the table is on its way. */
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
          <Skeleton className="h-2 w-28" />
          <Skeleton className="h-2 w-40" />
        </div>
      ))}
    </output>
  )
}
