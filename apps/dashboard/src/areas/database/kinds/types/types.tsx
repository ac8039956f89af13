import { databaseTypes, type TypeRow } from '@basalt/contract/database/objects/types'
import type { TypeDesign } from '@basalt/pg-model'
import { Shapes } from 'lucide-react'

import { defineKind } from '../../model/object-kind.ts'

const kindNames = { enum: 'Enum', composite: 'Composite', domain: 'Domain', range: 'Range' }

export const types = defineKind<TypeRow, TypeDesign>({
  kind: 'types',
  noun: 'type',
  nouns: 'types',
  title: 'Types',
  description: 'Enums, composite types, domains and ranges.',
  icon: Shapes,
  empty: 'An enum limits a column to a list of values, a domain adds checks to another type.',
  routes: databaseTypes,
  isInSchema: true,
  columns: [
    {
      id: 'kind',
      header: 'Kind',
      width: '110px',
      cell: ({ kind }) => kindNames[kind],
      sortValue: ({ kind }) => kind,
    },
    {
      id: 'definition',
      header: 'Definition',
      width: 'minmax(0, 3fr)',
      hideBelow: 'phone',
      cell: ({ definition }) => (
        <code className="block truncate font-mono text-xs" title={definition ?? undefined}>
          {definition ?? 'Empty'}
        </code>
      ),
    },
    {
      id: 'column_count',
      header: 'Columns',
      width: '90px',
      align: 'end',
      hideBelow: 'narrow',
      cell: ({ column_count }) => <span className="tabular">{column_count}</span>,
    },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    owner: null,
    comment: null,
    kind: 'enum',
    values: [{ name: '', old_name: null }],
    attributes: [],
    base_type: '',
    default: null,
    not_null: false,
    checks: [],
    collation: null,
    subtype: '',
    operator_class: null,
    subtype_difference: null,
    multirange_name: null,
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy`, multirange_name: null }),
  facts: ({ row, design }) => [
    { name: 'Kind', value: kindNames[design.kind] },
    { name: 'Values', value: design.kind === 'enum' ? design.values.length : null },
    { name: 'Attributes', value: design.kind === 'composite' ? design.attributes.length : null },
    { name: 'Base type', value: design.base_type || null },
    { name: 'Default', value: design.default },
    { name: 'Not null', value: design.not_null ? 'Yes' : null },
    { name: 'Subtype', value: design.subtype || null },
    { name: 'Multirange', value: design.multirange_name },
    { name: 'Collation', value: design.collation },
    { name: 'Table columns', value: row.column_count },
  ],
})
