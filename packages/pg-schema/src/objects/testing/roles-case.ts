import type { RoleDesign } from '@basalt/pg-model'

import { roles } from '../kinds/roles/roles.ts'
import type { KindCase } from './describe-kind.ts'

const rights = { admin: false, inherit: true, set: true }

export const rolesCase: KindCase<RoleDesign> = {
  kind: roles,
  setup: ['create role "Group ""A"""', 'create role "the other.member"'],
  design: {
    name: 'Clerk "no. 1"',
    comment: "The clerks' role",
    can_login: true,
    creates_databases: true,
    creates_roles: true,
    inherits: false,
    replicates: false,
    bypasses_rls: true,
    connection_limit: '5',
    valid_until: '2030-01-01 00:00:00+00',
    password: null,
    settings: [
      { database: null, name: 'search_path', value: '"Odd.Schema", public' },
      { database: null, name: 'statement_timeout', value: '5s' },
      { database: 'postgres', name: 'work_mem', value: '8MB' },
    ],
    member_of: [{ ...rights, role: 'Group "A"', set: false }],
    members: [{ ...rights, role: 'the other.member', admin: true }],
  },
  changes: {
    'the name': { to: { name: 'clerk' }, touches: ['pg_roles.rolname'] },
    'the comment': { to: { comment: null }, touches: ['pg_shdescription'] },
    'the login': { to: { can_login: false }, touches: ['pg_roles.rolcanlogin'] },
    'an attribute': { to: { creates_databases: false }, touches: ['pg_roles.rolcreatedb'] },
    'row-level security': { to: { bypasses_rls: false }, touches: ['pg_roles.rolbypassrls'] },
    inheritance: { to: { inherits: true }, touches: ['pg_roles.rolinherit'] },
    'the limit': { to: { connection_limit: '' }, touches: ['pg_roles.rolconnlimit'] },
    'the end': {
      to: { valid_until: 'infinity' },
      touches: ['pg_roles.rolvaliduntil'],
    },
    'a setting': {
      to: { settings: [{ database: 'postgres', name: 'work_mem', value: '16MB' }] },
      touches: ['pg_db_role_setting', 'pg_db_role_setting.setconfig', 'pg_roles.rolconfig'],
    },
    'the options of a membership': {
      to: { member_of: [{ ...rights, role: 'Group "A"', inherit: false }] },
      touches: ['pg_auth_members.inherit_option', 'pg_auth_members.set_option'],
    },
    'a removed membership': { to: { member_of: [] }, touches: ['pg_auth_members'] },
    'a removed member': { to: { members: [] }, touches: ['pg_auth_members'] },
  },
}
