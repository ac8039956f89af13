import { databaseRoles, type RoleRow } from '@basalt/contract/database/objects/roles'
import type { RoleDesign, RoleMembership } from '@basalt/pg-model'
import { Users } from 'lucide-react'

import { defineKind } from '../../model/object-kind.ts'

const getOrigin = ({ name }: Pick<RoleRow, 'name'>) =>
  /^(?:pg|basalt)_/u.test(name) ? 'System' : 'Project'

export const roles = defineKind<RoleRow, RoleDesign>({
  kind: 'roles',
  noun: 'role',
  nouns: 'roles',
  title: 'Roles',
  description: 'Logins and groups with privileges. All databases of the project share them.',
  icon: Users,
  empty: 'A role connects to the database, or groups privileges for other roles.',
  routes: databaseRoles,
  isInSchema: false,
  defaultSort: 'origin',
  dropDependents: {
    title: 'It owns objects or has privileges in this database:',
    label: 'Revoke its privileges, and transfer or drop its objects',
    hasNewOwner: true,
  },
  columns: [
    {
      id: 'origin',
      header: 'Origin',
      width: '110px',
      hideBelow: 'narrow',
      cell: getOrigin,
      sortValue: getOrigin,
      orderNames: { ascending: 'Project first', descending: 'System first' },
    },
    {
      id: 'can_login',
      header: 'Login',
      width: '90px',
      cell: ({ can_login }) => (can_login ? 'Yes' : 'No'),
    },
    {
      id: 'attributes',
      header: 'Attributes',
      width: 'minmax(0, 2fr)',
      hideBelow: 'phone',
      cell: (row) => listAttributes(row),
    },
    {
      id: 'connections',
      header: 'Connections',
      width: '120px',
      align: 'end',
      hideBelow: 'narrow',
      cell: ({ connections }) => <span className="tabular">{connections}</span>,
    },
  ],
  blank: () => ({
    name: '',
    comment: null,
    can_login: false,
    creates_databases: false,
    creates_roles: false,
    inherits: true,
    replicates: false,
    bypasses_rls: false,
    connection_limit: '',
    valid_until: null,
    password: null,
    settings: [],
    member_of: [],
    members: [],
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy` }),
  facts: ({ row, design }) => [
    { name: 'Login', value: design.can_login ? 'Yes' : 'No' },
    { name: 'Attributes', value: listAttributes(row) || 'None' },
    { name: 'Inherits privileges', value: design.inherits ? 'Yes' : 'No' },
    { name: 'Connection limit', value: design.connection_limit || 'None' },
    { name: 'Password valid until', value: design.valid_until },
    { name: 'Open connections', value: row.connections },
    { name: 'Owned objects', value: row.owned_objects },
    { name: 'Objects with privileges', value: row.granted_objects },
    {
      name: 'In other databases',
      value:
        row.other_databases.map(({ database, objects }) => `${database} (${objects})`).join(', ') ||
        'None',
    },
    { name: 'Member of', value: listMemberships(design.member_of) },
    { name: 'Members', value: listMemberships(design.members) },
    {
      name: 'Settings',
      value:
        row.settings
          .map(({ database, setting }) =>
            database === null ? setting : `${setting} (in ${database})`,
          )
          .join(', ') || null,
    },
  ],
})

const names = {
  is_superuser: 'superuser',
  creates_databases: 'creates databases',
  creates_roles: 'creates roles',
  replicates: 'replication',
  bypasses_rls: 'bypasses RLS',
} as const

const listAttributes = (row: RoleRow): string =>
  Object.entries(names)
    .flatMap(([key, label]) => (row[key as keyof typeof names] ? [label] : []))
    .join(', ')

const listMemberships = (memberships: readonly RoleMembership[]): string | null =>
  memberships.map(({ role, admin }) => (admin ? `${role} (admin)` : role)).join(', ') || null
