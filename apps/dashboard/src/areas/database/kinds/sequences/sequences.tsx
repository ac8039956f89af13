import { databaseSequences, type SequenceRow } from '@basalt/contract/database/objects/sequences'
import type { SequenceDesign } from '@basalt/pg-model'
import { ListOrdered } from 'lucide-react'

import { defineKind } from '../../model/object-kind.ts'
import { SequenceBody } from './SequenceBody.tsx'

export const sequences = defineKind<SequenceRow, SequenceDesign>({
  kind: 'sequences',
  noun: 'sequence',
  nouns: 'sequences',
  title: 'Sequences',
  description: 'Number generators. Those of identity columns are part of their column.',
  icon: ListOrdered,
  empty: 'A sequence returns a new number with each nextval(), also in concurrent transactions.',
  routes: databaseSequences,
  isInSchema: true,
  columns: [
    {
      id: 'data_type',
      header: 'Type',
      width: '110px',
      cell: ({ data_type }) => <code className="font-mono text-xs">{data_type}</code>,
      sortValue: ({ data_type }) => data_type,
    },
    {
      id: 'last_value',
      header: 'Last value',
      width: 'minmax(0, 1fr)',
      align: 'end',
      hideBelow: 'phone',
      cell: ({ last_value }) => <span className="tabular">{last_value ?? 'Not used yet'}</span>,
    },
    {
      id: 'owned_by',
      header: 'Owned by',
      width: 'minmax(0, 2fr)',
      hideBelow: 'narrow',
      cell: ({ owned_by }) => owned_by ?? '',
    },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    owner: null,
    comment: null,
    data_type: 'bigint',
    start: '',
    increment: '',
    min: '',
    max: '',
    cache: '',
    cycles: false,
    owned_by: null,
    next: null,
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy`, owned_by: null }),
  facts: ({ row, design }) => [
    { name: 'Type', value: design.data_type },
    { name: 'Last value', value: row.last_value ?? 'Not used yet' },
    { name: 'Increment', value: design.increment },
    { name: 'Range', value: `${design.min} to ${design.max}` },
    { name: 'At the end', value: design.cycles ? 'Cycles' : 'Fails' },
    { name: 'Numbers per session', value: design.cache === '1' ? null : design.cache },
    { name: 'Owned by', value: design.owned_by },
  ],
  Body: SequenceBody,
})
