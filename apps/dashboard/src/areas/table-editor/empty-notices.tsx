import { databaseImports } from '@basalt/contract/database/imports'
import { tableRights } from '@basalt/contract/database/table-rights'
import type { TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { RowView } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { DatabaseZap, FileSpreadsheet, Rows3, SearchX, ShieldOff, Table2 } from 'lucide-react'

import { useCan, useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { isUnreachable } from '../../lib/network/reconnect.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { requestImport } from './import/import-request.ts'
import { tableListQuery } from './tables/queries.ts'

const exampleTable = `create table notes (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);

alter table notes enable row level security;`

/** The page without a table. */
export function NoTable({ projectRef }: { projectRef: string }) {
  const schema = storage.lastSchema(projectRef).get() ?? 'public'
  const { data } = useQuery(tableListQuery(projectRef, schema, { search: '', after: undefined }))
  useDocumentTitle('Table editor')

  return (
    <div className={pageClass}>
      <h1 className="sr-only">Table editor</h1>
      {data?.tables.length === 0 ? <NoTables {...{ projectRef, schema }} /> : <NoTableChosen />}
    </div>
  )
}

const pageClass = 'mx-auto max-w-2xl p-6'

/** A database without tables: an explanation, and a button to create one. */
function NoTables({ projectRef, schema }: { projectRef: string; schema: string }) {
  const canCreate = useDenied(tableRights.create, 'create tables') === undefined
  return (
    <EmptyState
      icon={Table2}
      title="This schema has no tables"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {canCreate && (
            <Link
              href={paths.newTable(projectRef, schema)}
              className={buttonClass({ variant: 'primary' })}
            >
              New table
            </Link>
          )}
          <Link
            href={paths.sql(projectRef)}
            className={buttonClass({ variant: canCreate ? 'secondary' : 'primary' })}
          >
            Open the SQL editor
          </Link>
          <ImportAction label="Import a file" />
        </span>
      }
      example={
        <pre className="max-w-full overflow-x-auto rounded-card border border-line bg-sunken p-3 text-left font-mono text-xs">
          {exampleTable}
        </pre>
      }
    >
      A table holds your data in rows and columns. Create one{' '}
      {canCreate ? 'with “New table”' : 'in the SQL editor'}; it appears here.
    </EmptyState>
  )
}

function NoTableChosen() {
  const canCreate = useCan(databaseImports.beginNew)
  const canInsert = useCan(databaseImports.begin)
  return (
    <EmptyState
      icon={Table2}
      title="No table selected"
      action={<ImportAction label="Import a new table" />}
    >
      Choose a table from the list to view and edit its rows.
      {canCreate && canInsert && ' Drop a file or paste rows here to create a table.'}
    </EmptyState>
  )
}

type NoRowsProps = { table: TableDetail; view: RowView; onClear: () => void }

export function NoRows({ table, view, onClear }: NoRowsProps) {
  if (view.filter !== undefined || view.where !== undefined || view.search !== undefined) {
    return (
      <EmptyState
        icon={SearchX}
        title={view.search === undefined ? 'No rows match the filter' : 'No matching rows'}
        action={<Button onClick={onClear}>Show all rows</Button>}
      >
        {table.name} may have rows, but none of them match.
      </EmptyState>
    )
  }
  if (view.as !== undefined) {
    return (
      <EmptyState icon={ShieldOff} title={`No rows visible to ${view.as.role}`}>
        No policy of {table.name} makes rows visible to this role with these claims.
      </EmptyState>
    )
  }
  // An estimate may be outdated by deletes: the message depends on the rows read.
  if (table.hides_rows === true) {
    return (
      <EmptyState icon={Rows3} title={`No visible rows in ${table.name}`}>
        Row level security applies to your database role: the table may have rows that no policy
        makes visible to you.
      </EmptyState>
    )
  }
  const whatFills = filledBy[table.kind]
  if (whatFills !== undefined) {
    return (
      <EmptyState icon={Rows3} title={`${table.name} has no rows`}>
        {whatFills}
      </EmptyState>
    )
  }
  return <NoRowsYet table={table} />
}

function NoRowsYet({ table }: { table: TableDetail }) {
  const denied = useDenied(databaseImports.begin, 'insert rows')
  return (
    <EmptyState
      icon={Rows3}
      title={`${table.name} has no rows`}
      action={<ImportAction tableId={table.id} label="Import data" />}
    >
      {denied ?? 'Insert one with “Insert row”, or drop a CSV file here.'}
    </EmptyState>
  )
}

/** The origin of rows in other relations. */
const filledBy: Partial<Record<TableDetail['kind'], string>> = {
  view: 'Its query returns no rows from the underlying tables.',
  materialized_view: 'Its query returned no rows at the last refresh, or it was never refreshed.',
}

function ImportAction({ tableId, label }: { tableId?: number; label: string }) {
  const denied = useDenied(
    tableId === undefined ? databaseImports.beginNew : databaseImports.begin,
    tableId === undefined ? 'create tables' : 'insert rows',
  )
  return (
    <Button
      icon={FileSpreadsheet}
      disabledReason={denied}
      onClick={() => requestImport({ tableId })}
    >
      {label}
    </Button>
  )
}

type FailureProps = { projectRef: string; error: Error; onRetry: () => void }

/** A table that could not be opened: deleted, or a database that does not answer. */
export const TableFailure = (props: FailureProps) => (
  <div className={pageClass}>
    <Failure {...props} />
  </div>
)

function Failure({ projectRef, error, onRetry }: FailureProps) {
  const kind = error instanceof ApiError ? error.kind : undefined
  if (kind === 'not_found') {
    return (
      <EmptyState
        icon={SearchX}
        title="Table not found"
        action={
          <Link href={paths.editor(projectRef)} className={buttonClass({ variant: 'primary' })}>
            Show all tables
          </Link>
        }
      >
        It was dropped, or the address is wrong. A table that is created again has a new address.
      </EmptyState>
    )
  }
  const isDown = kind === 'database_unreachable'
  return (
    <>
      <ErrorPanel
        title="The table could not be opened"
        error={error}
        onRetry={onRetry}
        action={
          isDown ? (
            <Link
              href={paths.project(projectRef)}
              className={buttonClass({ variant: 'secondary' })}
            >
              <DatabaseZap /> View project status
            </Link>
          ) : undefined
        }
      />
      {isUnreachable(error) && (
        <p className="mt-2 text-ink-soft">
          {`Retrying every 2 seconds. The table opens as soon as the ${isDown ? 'database' : 'server'} responds.`}
        </p>
      )}
    </>
  )
}
