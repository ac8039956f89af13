import {
  databaseMaterializedViews,
  type MaterializedViewRow,
} from '@basalt/contract/database/objects/materialized-views'
import type { MaterializedViewDesign } from '@basalt/pg-model'
import { Layers, RotateCw } from 'lucide-react'

import { formatBytes } from '../../../../lib/format/format-bytes.ts'
import { Link } from '../../../../lib/Link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { late } from '../../../../ui/late.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { defineKind, type ReadObject } from '../../model/object-kind.ts'

const RefreshDialog = late(async () => (await import('./RefreshDialog.tsx')).RefreshDialog)

export const materializedViews = defineKind<MaterializedViewRow, MaterializedViewDesign>({
  kind: 'materialized-views',
  noun: 'materialized view',
  nouns: 'materialized views',
  title: 'Materialized views',
  description: 'Queries whose rows are stored until the next refresh.',
  icon: Layers,
  empty:
    'A materialized view stores the rows of a slow query. It can have indexes, and shows new data after a refresh.',
  routes: databaseMaterializedViews,
  isInSchema: true,
  columns: [
    {
      id: 'is_populated',
      header: 'State',
      width: 'minmax(0, 1fr)',
      cell: ({ is_populated }) => <Populated isPopulated={is_populated} />,
      sortValue: ({ is_populated }) => (is_populated ? 1 : 0),
    },
    {
      id: 'size_bytes',
      header: 'Size',
      width: '100px',
      align: 'end',
      hideBelow: 'phone',
      cell: ({ size_bytes }) => <span className="tabular">{formatBytes(size_bytes)}</span>,
    },
    {
      id: 'indexes',
      header: 'Indexes',
      width: '90px',
      align: 'end',
      hideBelow: 'narrow',
      cell: ({ indexes }) => <span className="tabular">{indexes.length}</span>,
    },
    {
      id: 'concurrent_obstacle',
      header: 'Refresh',
      width: 'minmax(0, 1fr)',
      hideBelow: 'narrow',
      cell: ({ concurrent_obstacle }) => getRefresh(concurrent_obstacle),
    },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    owner: null,
    comment: null,
    columns: [],
    query: '',
    with_data: true,
    storage: [],
  }),
  // The query has the names of the columns.
  copy: (design) => ({ ...design, name: `${design.name}_copy`, columns: [] }),
  action: { show: 'refresh', label: 'Refresh', icon: RotateCw, Dialog: RefreshDialog },
  facts: ({ row, design }) => [
    { name: 'State', value: <Populated isPopulated={row.is_populated} /> },
    { name: 'Size with indexes', value: formatBytes(row.size_bytes) },
    { name: 'Refresh', value: getRefresh(row.concurrent_obstacle) },
    { name: 'Columns', value: design.columns.join(', ') },
    {
      name: 'Storage parameters',
      value: design.storage.map(({ name, value }) => `${name} = ${value}`).join(', '),
    },
  ],
  Body,
})

const getRefresh = (obstacle: string | null): string =>
  obstacle === null ? 'Can run concurrently' : 'Blocks reads'

function Populated({ isPopulated }: { isPopulated: boolean }) {
  return isPopulated ? <>Has rows</> : <span className="text-warn">No rows yet</span>
}

type BodyProps = {
  object: ReadObject<MaterializedViewRow, MaterializedViewDesign>
  projectRef: string
}

function Body({ object: { row }, projectRef }: BodyProps) {
  return (
    <>
      {!row.is_populated && (
        <Notice tone="warn" title="It cannot be read yet">
          Refresh it to run its query for the first time.
        </Notice>
      )}
      <p>
        <Link className="link" href={paths.table(projectRef, row.id)}>
          Open {row.name} in the table editor
        </Link>
      </p>
      <section aria-labelledby="indexes" className="flex min-w-0 flex-col gap-2">
        <h2 id="indexes" className="font-semibold">
          Indexes
        </h2>
        {row.indexes.length === 0 ? (
          <p className="text-ink-soft">
            No indexes. A unique index on plain columns lets it be refreshed while it is read.
          </p>
        ) : (
          <ul className="flex flex-col gap-1">
            {row.indexes.map(({ id, name, sql, size_bytes }) => (
              <li key={id} className="min-w-0 break-words">
                <Link className="link" href={paths.databaseObject(projectRef, 'indexes', id)}>
                  {name}
                </Link>{' '}
                <code className="font-mono text-xs">{sql}</code>{' '}
                <span className="text-xs text-ink-faint">{formatBytes(size_bytes)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
