import { ApiError, type TableDetail } from '@basalt/contract'
import { DatabaseZap, Rows3, SearchX, ShieldOff, Table2 } from 'lucide-react'

import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import type { Filter } from './queries.ts'

const exampleTable = `create table notes (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null default now()
);

alter table notes enable row level security;`

/** A database without tables: what a table is made of, and where to make one. */
export function NoTables({ projectRef }: { projectRef: string }) {
  return (
    <EmptyState
      icon={Table2}
      title="This schema has no tables"
      action={
        <Link href={paths.sql(projectRef)} className={buttonClass({ variant: 'primary' })}>
          Open the SQL editor
        </Link>
      }
      example={
        <pre className="max-w-full overflow-x-auto rounded-card border border-line bg-sunken p-3 text-left font-mono text-xs">
          {exampleTable}
        </pre>
      }
    >
      A table holds your data in rows and columns. Create one in the SQL editor; it appears here.
    </EmptyState>
  )
}

export function NoTableChosen() {
  return (
    <EmptyState icon={Table2} title="No table is open">
      Choose a table from the list to see its rows and edit them in place.
    </EmptyState>
  )
}

type NoRowsProps = { table: TableDetail; filter: Filter | null; onClear: () => void }

export function NoRows({ table, filter, onClear }: NoRowsProps) {
  if (filter !== null) {
    return (
      <EmptyState
        icon={SearchX}
        title="No row matches the filter"
        action={<Button onClick={onClear}>Remove the filter</Button>}
      >
        No row of {table.name} has {filter.column} equal to “{filter.value}”.
      </EmptyState>
    )
  }
  if (table.rls_enabled && (table.row_estimate ?? 0) > 0) {
    return (
      <EmptyState icon={ShieldOff} title="No row is visible to you">
        {table.name} has about {formatCount(table.row_estimate ?? 0)} rows. Row level security is
        on, and no policy shows any of them to the database role that you read with.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Rows3} title={`${table.name} has no rows`}>
      Insert the first one with “Insert row”, or write many with <code>insert</code> or{' '}
      <code>copy</code> in the SQL editor.
    </EmptyState>
  )
}

type FailureProps = { projectRef: string; error: Error; onRetry: () => void }

/** A table that could not be opened: gone, or a database that does not answer. */
export function TableFailure({ projectRef, error, onRetry }: FailureProps) {
  const kind = error instanceof ApiError ? error.kind : undefined
  if (kind === 'not_found') {
    return (
      <EmptyState
        icon={SearchX}
        title="This table does not exist"
        action={
          <Link href={paths.editor(projectRef)} className={buttonClass({ variant: 'primary' })}>
            Show all tables
          </Link>
        }
      >
        It was dropped, or the address is wrong. A table that is created again gets another address.
      </EmptyState>
    )
  }
  const isDown = kind === 'database_unreachable'
  return (
    <ErrorPanel
      title={isDown ? 'The database does not answer' : 'The table could not be opened'}
      error={error}
      onRetry={onRetry}
      action={
        isDown ? (
          <Link href={paths.project(projectRef)} className={buttonClass({ variant: 'secondary' })}>
            <DatabaseZap aria-hidden /> See the project's status
          </Link>
        ) : undefined
      }
    />
  )
}
