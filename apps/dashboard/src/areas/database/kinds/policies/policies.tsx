import { databasePolicies, type PolicyRow } from '@basalt/contract/database/objects/policies'
import type { PolicyDesign } from '@basalt/pg-model'
import { ShieldCheck } from 'lucide-react'

import { Link } from '../../../../lib/Link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { defineKind, type ReadObject } from '../../model/object-kind.ts'
import { announceFailingTests } from './announce-failing-tests.ts'

export const policies = defineKind<PolicyRow, PolicyDesign>({
  kind: 'policies',
  noun: 'policy',
  nouns: 'policies',
  title: 'Policies',
  description: 'Conditions of row-level security: which rows a role can read and write.',
  icon: ShieldCheck,
  empty:
    'Without row-level security, a role with privileges on a table reads every row. A policy and row-level security on its table limit that.',
  routes: databasePolicies,
  isInSchema: true,
  defaultSort: 'table',
  columns: [
    {
      id: 'table',
      header: 'Table',
      width: 'minmax(0, 2fr)',
      cell: ({ table, row_security }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{table}</span>
          <RowSecurity state={row_security} />
        </span>
      ),
      sortValue: ({ table }) => table,
    },
    {
      id: 'command',
      header: 'Command',
      width: '100px',
      cell: ({ command }) => <code className="font-mono text-xs">{command.toUpperCase()}</code>,
      sortValue: ({ command }) => command,
    },
    {
      id: 'roles',
      header: 'Roles',
      width: 'minmax(0, 1fr)',
      hideBelow: 'phone',
      cell: ({ roles }) => getRoles(roles),
    },
    {
      id: 'is_permissive',
      header: 'Kind',
      width: '100px',
      hideBelow: 'narrow',
      cell: ({ is_permissive }) => getKind(is_permissive),
    },
    {
      id: 'using',
      header: 'Condition',
      width: 'minmax(0, 3fr)',
      hideBelow: 'narrow',
      cell: ({ using, check }) => (
        <code className="block truncate font-mono text-xs">{using ?? check ?? 'None'}</code>
      ),
    },
  ],
  blank: (schema) => ({
    schema,
    table: '',
    name: '',
    comment: null,
    command: 'select',
    is_permissive: true,
    roles: [],
    using: null,
    check: null,
    row_security: 'on',
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy` }),
  afterChange: (projectRef, openPage) =>
    void announceFailingTests(projectRef, () => openPage(paths.policyTester(projectRef))),
  facts: ({ row, design }) => [
    { name: 'Table', value: design.table },
    { name: 'Row-level security', value: <RowSecurity state={row.row_security} /> },
    { name: 'Command', value: design.command.toUpperCase() },
    { name: 'Kind', value: getKind(design.is_permissive) },
    { name: 'Roles', value: getRoles(design.roles) },
  ],
  Body,
})

const getRoles = (roles: readonly string[]): string =>
  roles.length === 0 ? 'PUBLIC' : roles.join(', ')

const getKind = (isPermissive: boolean): string => (isPermissive ? 'Permissive' : 'Restrictive')

const states = { on: 'RLS on', forced: 'RLS on, also for the owner' } as const

function RowSecurity({ state }: { state: PolicyRow['row_security'] }) {
  if (state === 'off') return <span className="text-xs text-warn">RLS off: not applied</span>
  return <span className="text-xs text-ink-faint">{states[state]}</span>
}

type BodyProps = { object: ReadObject<PolicyRow, PolicyDesign>; projectRef: string }

function Body({ object: { row }, projectRef }: BodyProps) {
  return (
    <>
      {row.row_security === 'off' && (
        <Notice tone="warn" title="PostgreSQL does not apply this policy">
          Row-level security is off for the table {row.table}. Edit the policy to turn it on.
        </Notice>
      )}
      <p className="flex flex-wrap gap-4">
        <Link className="link" href={paths.table(projectRef, row.table_id)}>
          Open {row.table} in the table editor
        </Link>
        <Link
          className="link"
          href={paths.policyTester(projectRef, { table: String(row.table_id) })}
        >
          Test its policies on real rows
        </Link>
      </p>
    </>
  )
}
