import fc from 'fast-check'

import { policies } from '../../kinds/policies.ts'
import { publications } from '../../kinds/publications.ts'
import { roles } from '../../kinds/roles/roles.ts'
import { base, comment, of, oneOf, owner, randomSchema, reader } from './random-parts.ts'

export const anyPolicy = of(
  policies,
  fc
    .record({
      comment,
      command: fc.constantFrom('all', 'select', 'insert', 'update', 'delete'),
      is_permissive: fc.boolean(),
      roles: oneOf([], [reader], [reader, 'postgres']),
      using: fc.constantFrom('id > 0', `"The note" = current_user and flags ? 'a;b'`),
      row_security: fc.constantFrom('on', 'forced'),
    })
    .map((rest) => ({
      ...rest,
      schema: randomSchema,
      table: 'The base',
      using: rest.command === 'insert' ? null : rest.using,
      check: rest.command === 'insert' || rest.command === 'all' ? rest.using : null,
    })),
)

/** Publications of schemas and of all tables need a superuser. */
export const anyPublication = of(
  publications,
  fc.record({
    owner,
    comment,
    all_tables: fc.constant(false),
    schemas: oneOf<string>([]),
    tables: oneOf(
      [],
      [{ table: base, columns: null, filter: null }],
      [{ table: base, columns: 'id, "The note"', filter: `id > 0 and "The note" <> ';'` }],
    ),
    inserts: fc.boolean(),
    updates: fc.boolean(),
    deletes: fc.boolean(),
    truncates: fc.boolean(),
    via_root: fc.boolean(),
    generated_columns: fc.boolean(),
  }),
)

const membership = fc.record({
  role: fc.constant(reader),
  admin: fc.boolean(),
  inherit: fc.boolean(),
  set: fc.boolean(),
})

export const anyRole = of(
  roles,
  fc.record({
    comment,
    can_login: fc.boolean(),
    creates_databases: fc.boolean(),
    creates_roles: fc.boolean(),
    inherits: fc.boolean(),
    replicates: fc.boolean(),
    bypasses_rls: fc.boolean(),
    connection_limit: fc.constantFrom('', '0', '7'),
    valid_until: fc.constantFrom(null, '2030-01-01 00:00:00+00', 'infinity'),
    password: fc.constant(null),
    settings: fc.constantFrom(
      [],
      [{ database: null, name: 'search_path', value: '"Odd one", public' }],
      [{ database: 'postgres', name: 'statement_timeout', value: '3s' }],
    ),
    member_of: fc.uniqueArray(membership, { maxLength: 1 }),
    members: fc.constant([]),
  }),
)
