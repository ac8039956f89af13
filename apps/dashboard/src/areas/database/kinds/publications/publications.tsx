import {
  databasePublications,
  type PublicationRow,
} from '@basalt/contract/database/objects/publications'
import type { PublicationDesign } from '@basalt/pg-model'
import { Megaphone } from 'lucide-react'

import { plural } from '../../../../lib/format/format.ts'
import { defineKind } from '../../model/object-kind.ts'

type Contents = Pick<PublicationRow, 'all_tables' | 'table_count' | 'schema_count'>

function describeContents({ all_tables, table_count, schema_count }: Contents): string {
  if (all_tables) return 'All tables'
  const parts = [
    ...(table_count > 0 ? [plural(table_count, 'table')] : []),
    ...(schema_count > 0 ? [plural(schema_count, 'schema')] : []),
  ]
  return parts.length === 0 ? 'No tables' : parts.join(', ')
}

export const publications = defineKind<PublicationRow, PublicationDesign>({
  kind: 'publications',
  noun: 'publication',
  nouns: 'publications',
  title: 'Publications',
  description: 'Tables whose changes subscribers receive by logical replication.',
  icon: Megaphone,
  empty: 'A publication names the tables whose changes other databases can subscribe to.',
  routes: databasePublications,
  isInSchema: false,
  columns: [
    {
      id: 'contents',
      header: 'Publishes',
      width: 'minmax(0, 1fr)',
      cell: describeContents,
    },
    {
      id: 'operations',
      header: 'Operations',
      width: 'minmax(0, 1fr)',
      hideBelow: 'phone',
      cell: ({ operations }) => operations || 'None',
    },
    {
      id: 'owner',
      header: 'Owner',
      width: '140px',
      hideBelow: 'narrow',
      cell: ({ owner }) => owner ?? '',
    },
  ],
  blank: () => ({
    name: '',
    owner: null,
    comment: null,
    all_tables: false,
    schemas: [],
    tables: [],
    inserts: true,
    updates: true,
    deletes: true,
    truncates: true,
    via_root: false,
    generated_columns: false,
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy` }),
  facts: ({ row, design }) => [
    { name: 'Publishes', value: describeContents(row) },
    { name: 'Operations', value: row.operations || 'None' },
    { name: 'Partitions', value: design.via_root ? 'As their partitioned table' : 'Individually' },
    { name: 'Generated columns', value: design.generated_columns ? 'Stored' : null },
  ],
})
