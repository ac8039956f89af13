import type { PolicyDesign } from '@basalt/pg-model'

import { policies } from '../kinds/policies.ts'
import type { KindCase } from './describe-kind.ts'

/** A policy that had to be created again has another oid. */
const again = ['pg_policy', 'pg_description', 'pg_depend', 'pg_shdepend']

export const policiesCase: KindCase<PolicyDesign> = {
  kind: policies,
  setup: [
    'create schema "Odd.Policies"',
    'create role "Reader ""A"""',
    'create table "Odd.Policies"."My ""rows" (id int, owner text, active boolean)',
    'alter table "Odd.Policies"."My ""rows" enable row level security',
  ],
  design: {
    schema: 'Odd.Policies',
    table: 'My "rows',
    name: 'Own "rows". all',
    comment: "The user's rows",
    command: 'update',
    is_permissive: true,
    roles: ['Reader "A"', 'postgres'],
    using: '(owner = CURRENT_USER)',
    check: '(id > 0)',
    row_security: 'on',
  },
  changes: {
    'the name': { to: { name: 'own' }, touches: ['pg_policy.polname'] },
    'the roles': { to: { roles: [] }, touches: ['pg_policy.polroles'] },
    'the condition': { to: { using: 'active' }, touches: ['pg_policy.polqual', 'pg_depend'] },
    'the check': { to: { check: '(id > 1)' }, touches: ['pg_policy.polwithcheck'] },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'the command': { to: { command: 'all' }, touches: again },
    'the kind': { to: { is_permissive: false }, touches: again },
    'the removed check': { to: { check: null }, touches: again },
    'forced row-level security': {
      to: { row_security: 'forced' },
      touches: ['pg_class.relforcerowsecurity'],
    },
    'row-level security that is off': {
      to: { row_security: 'off' },
      touches: ['pg_class.relrowsecurity'],
    },
  },
}
