import type { RelationUsage } from '@basalt/contract/database/usage'
import { useQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatCount } from '../../lib/format/format.ts'
import { paths } from '../../lib/paths.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { relationsQuery } from './queries.ts'

const largest = { ascending: 'Smallest first', descending: 'Largest first' }

const bytes = (
  id: string,
  header: string,
  read: (row: RelationUsage) => number,
): Column<RelationUsage> => ({
  id,
  header,
  width: '100px',
  align: 'end',
  cell: (row) => <span className="tabular">{formatBytes(read(row))}</span>,
  sortValue: read,
  firstDirection: 'descending',
  orderNames: largest,
})

const columns: Column<RelationUsage>[] = [
  {
    id: 'name',
    header: 'Table',
    width: 'minmax(0, 2fr)',
    isName: true,
    hasLabel: false,
    cell: ({ schema, name }) => (schema === 'public' ? name : `${schema}.${name}`),
    sortValue: ({ schema, name }) => `${schema}.${name}`,
    detail: ({ indexes }) =>
      indexes.length === 0 ? null : (
        <span
          className="block truncate text-xs text-ink-faint"
          title={indexes.map((one) => `${one.name}: ${formatBytes(one.bytes)}`).join('\n')}
        >
          {indexes.map((one) => `${one.name} ${formatBytes(one.bytes)}`).join(', ')}
        </span>
      ),
  },
  bytes('total_bytes', 'Total', (row) => row.total_bytes),
  { ...bytes('table_bytes', 'Rows', (row) => row.table_bytes), hideBelow: 'phone' },
  { ...bytes('index_bytes', 'Indexes', (row) => row.index_bytes), hideBelow: 'phone' },
  { ...bytes('toast_bytes', 'TOAST', (row) => row.toast_bytes), hideBelow: 'narrow' },
  {
    id: 'dead_rows',
    header: 'Dead rows',
    width: '130px',
    align: 'end',
    cell: ({ dead_rows: dead, live_rows: live }) => (
      <span className="tabular">
        {formatCount(dead)}
        {dead > 0 && live + dead > 0 && ` (${Math.round((dead / (live + dead)) * 100)} %)`}
      </span>
    ),
    sortValue: ({ dead_rows: dead }) => dead,
    firstDirection: 'descending',
    orderNames: { ascending: 'Fewest first', descending: 'Most first' },
    hideBelow: 'narrow',
  },
  {
    id: 'last_vacuum',
    header: 'Last vacuum',
    width: '130px',
    cell: ({ last_vacuum: at }) => (at === null ? 'Never' : <Time at={at} />),
    sortValue: ({ last_vacuum: at }) => (at === null ? null : new Date(at)),
    hideBelow: 'narrow',
  },
]

function Locked({ tables, pids }: { tables: number; pids: readonly number[] }) {
  const isOne = tables === 1
  const holders =
    pids.length === 0
      ? 'a prepared transaction'
      : `${pids.length === 1 ? 'session' : 'sessions'} ${pids.join(', ')}`
  return (
    <Notice tone="info">
      {isOne ? '1 table is' : `${tables} tables are`} locked by {holders}, so{' '}
      {isOne ? 'its size is' : 'their sizes are'} not shown.
    </Notice>
  )
}

/** The largest tables with their indexes. */
export function DiskTable({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useQuery(relationsQuery(projectRef))
  const table = useTableView(columns, {
    prefix: 'disk_',
    defaultSort: { column: 'total_bytes', direction: 'descending' },
  })
  return (
    <section aria-labelledby="disk" className="flex flex-col gap-3">
      <h2 id="disk" className="text-base font-semibold">
        Disk usage
      </h2>
      {data !== undefined && data.locked.tables > 0 && <Locked {...data.locked} />}
      <DataTable
        label="Disk usage"
        noun="table"
        columns={columns}
        rows={data?.relations}
        getId={({ id }) => String(id)}
        getName={({ name }) => name}
        getHref={({ id }) => paths.table(projectRef, id)}
        error={error}
        failure="The disk usage could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search tables"
        empty={<EmptyState icon={HardDrive} title="No tables yet" />}
        {...(data?.relations.length === 200 && { note: 'The 200 largest' })}
        {...table}
      />
    </section>
  )
}
