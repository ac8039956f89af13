import { databaseTriggers, type TriggerRow } from '@basalt/contract/database/objects/triggers'
import type { TriggerDesign } from '@basalt/pg-model'
import { Zap } from 'lucide-react'

import { Link } from '../../../../lib/Link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { defineKind, type ReadObject } from '../../model/object-kind.ts'
import { stateNames } from './trigger-states.ts'

export const triggers = defineKind<TriggerRow, TriggerDesign>({
  kind: 'triggers',
  noun: 'trigger',
  nouns: 'triggers',
  title: 'Triggers',
  description:
    'Functions that run when rows change. Copies on partitions belong to the trigger of the parent table.',
  icon: Zap,
  empty: 'A trigger calls a function before, after or instead of a change of a table.',
  routes: databaseTriggers,
  isInSchema: true,
  columns: [
    {
      id: 'table',
      header: 'Table',
      width: 'minmax(0, 1fr)',
      cell: ({ table }) => table,
      sortValue: ({ table }) => table,
    },
    {
      id: 'function',
      header: 'Function',
      width: 'minmax(0, 1fr)',
      hideBelow: 'narrow',
      cell: (row) => row.function,
      sortValue: (row) => row.function,
    },
    {
      id: 'events',
      header: 'Events',
      width: 'minmax(0, 1fr)',
      hideBelow: 'narrow',
      cell: ({ events }) => events,
    },
    {
      id: 'enabled',
      header: 'Enabled',
      width: '110px',
      hideBelow: 'phone',
      cell: ({ enabled }) => stateNames[enabled],
      sortValue: ({ enabled }) => enabled,
    },
  ],
  blank: (schema) => ({
    schema,
    table: '',
    name: '',
    comment: null,
    timing: 'after',
    events: ['insert'],
    columns: [],
    level: 'row',
    when: null,
    function: '',
    arguments: [],
    old_table: null,
    new_table: null,
    is_constraint: false,
    deferrable: 'no',
    referenced: null,
    enabled: 'origin',
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy` }),
  facts: ({ row, design }) => [
    { name: 'Table', value: design.table },
    { name: 'Events', value: row.events },
    { name: 'Columns', value: design.columns.join(', ') || null },
    { name: 'For each', value: design.level },
    { name: 'Function', value: design.function },
    { name: 'Enabled', value: stateNames[design.enabled] },
    { name: 'Constraint', value: design.is_constraint ? design.deferrable : null },
  ],
  Body: Copies,
})

type CopiesProps = { object: ReadObject<TriggerRow, TriggerDesign>; projectRef: string }

/** The copies on partitions, which can be enabled otherwise than the trigger. */
function Copies({ object: { row }, projectRef }: CopiesProps) {
  if (row.copies.length === 0) return null
  return (
    <section aria-labelledby="copies" className="flex min-w-0 flex-col gap-2">
      <h2 id="copies" className="font-semibold">
        Copies on partitions
      </h2>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
        {row.copies.map(({ table, table_id, enabled }) => (
          <li key={table_id} className="min-w-0 break-words">
            <Link className="link" href={paths.table(projectRef, table_id)}>
              {table}
            </Link>{' '}
            <span className={enabled === row.enabled ? 'text-ink-faint' : 'text-warn'}>
              {stateNames[enabled]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
