import { databaseViews, type ViewRow } from '@basalt/contract/database/objects/views'
import type { ViewObjectDesign } from '@basalt/pg-model'
import { Eye } from 'lucide-react'

import { Link } from '../../../../lib/Link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { defineKind, type ReadObject } from '../../model/object-kind.ts'

export const views = defineKind<ViewRow, ViewObjectDesign>({
  kind: 'views',
  noun: 'view',
  nouns: 'views',
  title: 'Views',
  description: 'Named queries that are read like tables.',
  icon: Eye,
  empty: 'A view gives a query a name. With security invoker, policies of its tables apply to it.',
  routes: databaseViews,
  isInSchema: true,
  columns: [
    {
      id: 'security_invoker',
      header: 'Reads as',
      width: 'minmax(0, 1fr)',
      cell: ({ security_invoker, owner }) => (
        <span className={security_invoker ? '' : 'text-warn'}>
          {getReader(security_invoker, owner)}
        </span>
      ),
      sortValue: ({ security_invoker }) => (security_invoker ? 1 : 0),
    },
    {
      id: 'column_count',
      header: 'Columns',
      width: '100px',
      align: 'end',
      hideBelow: 'phone',
      cell: ({ column_count }) => <span className="tabular">{column_count}</span>,
    },
    {
      id: 'is_updatable',
      header: 'Rows',
      width: '110px',
      hideBelow: 'narrow',
      cell: ({ is_updatable }) => getRows(is_updatable),
    },
  ],
  blank: (schema) => ({
    schema,
    name: '',
    owner: null,
    comment: null,
    columns: [],
    query: '',
    security_invoker: true,
    security_barrier: false,
    check: 'none',
  }),
  // The query has the names of the columns.
  copy: (design) => ({ ...design, name: `${design.name}_copy`, columns: [] }),
  facts: ({ row, design }) => [
    { name: 'Reads as', value: getReader(row.security_invoker, row.owner) },
    { name: 'Rows', value: getRows(row.is_updatable) },
    { name: 'Columns', value: design.columns.join(', ') },
    { name: 'Security barrier', value: design.security_barrier ? 'Yes' : null },
    { name: 'Check option', value: design.check === 'none' ? null : checks[design.check] },
  ],
  Body,
})

const checks = { local: 'Local', cascaded: 'Cascaded' } as const

const getReader = (isInvoker: boolean, owner: string | null): string =>
  isInvoker ? 'The querying role' : `Its owner${owner === null ? '' : ` ${owner}`}`

const getRows = (isUpdatable: boolean): string => (isUpdatable ? 'Editable' : 'Read-only')

type BodyProps = { object: ReadObject<ViewRow, ViewObjectDesign>; projectRef: string }

function Body({ object: { row }, projectRef }: BodyProps) {
  return (
    <p>
      <Link className="link" href={paths.table(projectRef, row.id)}>
        Open {row.name} in the table editor
      </Link>
    </p>
  )
}
