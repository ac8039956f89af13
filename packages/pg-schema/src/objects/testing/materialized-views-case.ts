import type { MaterializedViewDesign } from '@basalt/pg-model'

import { materializedViews } from '../kinds/views/materialized-views.ts'
import type { KindCase } from './describe-kind.ts'

const query = `SELECT id AS "The no",
    lower(note) AS a
   FROM "Odd.Rows"."Bills"`

const fill = { name: 'fillfactor', value: '70' }
const toast = { name: 'toast.autovacuum_enabled', value: 'false' }

/** A view that had to be created again has another oid. */
const again = ['pg_class', 'pg_type', 'pg_rewrite', 'pg_attribute', 'pg_description', 'pg_depend']

export const materializedViewsCase: KindCase<MaterializedViewDesign> = {
  kind: materializedViews,
  setup: [
    'create schema "Odd.Rows"',
    'create table "Odd.Rows"."Bills" (id bigint, note text, paid boolean)',
    'create role "Rows reader"',
  ],
  design: {
    schema: 'Odd.Rows',
    name: 'All "bills".x',
    owner: 'postgres',
    comment: "The customer's bills",
    columns: ['The no', 'a'],
    query,
    with_data: true,
    storage: [fill, toast],
  },
  attached: [
    'grant select on "Odd.Rows"."All ""bills"".x" to "Rows reader"',
    `comment on column "Odd.Rows"."All ""bills"".x"."The no" is 'It''s a number'`,
    'create unique index "by no" on "Odd.Rows"."All ""bills"".x" ("The no")',
    `comment on index "Odd.Rows"."by no" is 'Its key'`,
    'alter materialized view "Odd.Rows"."All ""bills"".x" cluster on "by no"',
    'create statistics "Odd.Rows".both (dependencies) on "The no", a from "Odd.Rows"."All ""bills"".x"',
  ],
  changes: {
    'the name': { to: { name: 'all bills' }, touches: ['pg_class.relname', 'pg_type.typname'] },
    'the schema': {
      to: { schema: 'public' },
      touches: ['pg_class.relnamespace', 'pg_type.typnamespace', 'pg_depend'],
    },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'whether it has rows': {
      to: { with_data: false },
      // A refresh makes another TOAST table.
      touches: [
        'pg_class.relispopulated',
        'pg_class.reltoastrelid',
        'pg_class',
        'pg_attribute',
        'pg_index',
        'pg_depend',
      ],
    },
    'a storage parameter': {
      to: { storage: [{ ...fill, value: '80' }, toast] },
      touches: ['pg_class.reloptions'],
    },
    'the storage parameters, which it loses': {
      to: { storage: [] },
      touches: ['pg_class.reloptions'],
    },
    'the name of a column': {
      to: { columns: ['The no', 'b "x"'] },
      reads: { columns: ['The no', 'b "x"'], query: query.replace('AS a', 'AS "b ""x"""') },
      touches: ['pg_attribute.attname', 'pg_rewrite.ev_action'],
    },
    'the query': {
      to: { query: query.replace('lower(note)', 'upper(note)') },
      touches: [...again, 'pg_index'],
    },
  },
}
