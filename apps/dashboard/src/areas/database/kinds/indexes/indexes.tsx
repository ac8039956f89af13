import { databaseIndexJobs } from '@basalt/contract/database/index-jobs'
import { databaseIndexes, type IndexRow } from '@basalt/contract/database/objects/indexes'
import type { IndexDefinition } from '@basalt/pg-model'
import { RotateCw, TextSearch } from 'lucide-react'

import { formatBytes } from '../../../../lib/format/format-bytes.ts'
import { formatCount } from '../../../../lib/format/format.ts'
import { Link } from '../../../../lib/Link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { Time } from '../../../../ui/Time.tsx'
import { defineKind } from '../../model/object-kind.ts'
import { blankKey } from './index-methods.ts'
import { IndexBody } from './IndexBody.tsx'
import { IndexJobs } from './IndexJobs.tsx'
import { IndexState } from './IndexState.tsx'
import { RebuildDialog } from './RebuildDialog.tsx'

export const indexes = defineKind<IndexRow, IndexDefinition>({
  kind: 'indexes',
  noun: 'index',
  nouns: 'indexes',
  title: 'Indexes',
  description: 'Indexes of tables and materialized views, with their size and use.',
  icon: TextSearch,
  empty:
    'Without an index a query reads the whole table. An index on the columns of its conditions lets it read only the rows that match.',
  routes: databaseIndexes,
  isInSchema: true,
  isOfTable: true,
  columns: [
    {
      id: 'table',
      header: 'Table',
      width: 'minmax(0, 2fr)',
      cell: ({ table }) => table,
      sortValue: ({ table }) => table,
    },
    {
      id: 'columns',
      header: 'Columns',
      width: 'minmax(0, 3fr)',
      hideBelow: 'narrow',
      cell: ({ method, columns, where }) => (
        <code className="block truncate font-mono text-xs">
          {method} ({columns}){where === null ? '' : ` where ${where}`}
        </code>
      ),
    },
    {
      id: 'state',
      header: 'State',
      width: 'minmax(0, 2fr)',
      cell: (row) => <IndexState row={row} />,
    },
    {
      id: 'size',
      header: 'Size',
      width: '90px',
      align: 'end',
      firstDirection: 'descending',
      cell: (row) => formatBytes(row.size_bytes),
      sortValue: (row) => row.size_bytes,
    },
    {
      id: 'scans',
      header: 'Scans',
      width: '90px',
      align: 'end',
      hideBelow: 'phone',
      firstDirection: 'descending',
      cell: ({ scans }) => formatCount(scans),
      sortValue: ({ scans }) => scans,
    },
    {
      id: 'last_scan',
      header: 'Last used',
      width: '130px',
      hideBelow: 'narrow',
      cell: (row) => (row.last_scan === null ? 'Never' : <Time at={row.last_scan} />),
    },
  ],
  blank: (schema) => ({
    schema,
    table: '',
    name: '',
    comment: null,
    method: 'btree',
    keys: [blankKey],
    include: [],
    where: null,
    is_unique: false,
    nulls_not_distinct: false,
    parameters: [],
    concurrently: true,
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy`, concurrently: true }),
  action: { show: 'rebuild', label: 'Rebuild', icon: RotateCw, Dialog: RebuildDialog },
  jobs: {
    list: databaseIndexJobs.list,
    Head: IndexJobs,
    canDrop: (row) => !row.is_partitioned,
  },
  facts: ({ row, design }, projectRef) => [
    {
      name: 'Table',
      value: (
        <Link className="link" href={paths.table(projectRef, row.table_id)}>
          {design.table}
        </Link>
      ),
    },
    { name: 'Method', value: design.method },
    { name: 'Columns', value: row.columns },
    { name: 'Included', value: design.include.join(', ') || null },
    { name: 'Only rows where', value: row.where },
    { name: 'Unique', value: design.is_unique ? getUnique(design) : null },
    { name: 'Constraint', value: row.constraint },
    { name: 'Size', value: formatBytes(row.size_bytes) },
    { name: 'Scans', value: formatCount(row.scans) },
    { name: 'Last used', value: row.last_scan === null ? 'Never' : <Time at={row.last_scan} /> },
    {
      name: 'Statistics since',
      value: row.counted_since === null ? null : <Time at={row.counted_since} />,
    },
  ],
  Body: IndexBody,
})

const getUnique = (design: IndexDefinition): string =>
  design.nulls_not_distinct ? 'Yes, NULLs are equal' : 'Yes'
