import type { ViewObjectDesign } from '@basalt/pg-model'

import { views } from '../kinds/views/views.ts'
import type { KindCase } from './describe-kind.ts'

const query = ` SELECT id AS "The no",
    note AS a
   FROM "Odd.Views"."Bills"
  WHERE id > 0`

/** A view that had to be created again has another oid. */
const again = ['pg_class', 'pg_type', 'pg_rewrite', 'pg_attribute', 'pg_description', 'pg_depend']

export const viewsCase: KindCase<ViewObjectDesign> = {
  kind: views,
  setup: [
    'create schema "Odd.Views"',
    'create table "Odd.Views"."Bills" (id bigint, note text, paid boolean)',
    'create role "View reader"',
    'create role "second view reader"',
    'grant "View reader" to current_user',
    'grant usage on schema "Odd.Views" to "View reader"',
    `create function "Odd.Views".note() returns trigger language plpgsql as 'begin return null; end'`,
  ],
  design: {
    schema: 'Odd.Views',
    name: 'Open "bills".x',
    owner: 'postgres',
    comment: "The customer's bills",
    columns: ['The no', 'a'],
    query: query.trimStart(),
    security_invoker: true,
    security_barrier: true,
    check: 'local',
  },
  attached: [
    'grant select on "Odd.Views"."Open ""bills"".x" to "View reader" with grant option',
    'grant update (a) on "Odd.Views"."Open ""bills"".x" to public',
    'revoke delete on "Odd.Views"."Open ""bills"".x" from postgres',
    `comment on column "Odd.Views"."Open ""bills"".x"."The no" is 'It''s a number'`,
    `alter view "Odd.Views"."Open ""bills"".x" alter column a set default 'nothing'`,
    'create trigger "on write" instead of insert on "Odd.Views"."Open ""bills"".x" for each row execute function "Odd.Views".note()',
    `comment on trigger "on write" on "Odd.Views"."Open ""bills"".x" is 'Notes'`,
    'create rule "no delete" as on delete to "Odd.Views"."Open ""bills"".x" do instead nothing',
    `comment on rule "no delete" on "Odd.Views"."Open ""bills"".x" is 'Never'`,
    'set role "View reader"',
    'grant select on "Odd.Views"."Open ""bills"".x" to "second view reader"',
    'reset role',
  ],
  changes: {
    'the name': { to: { name: 'open' }, touches: ['pg_class.relname', 'pg_type.typname'] },
    'the schema': {
      to: { schema: 'public' },
      touches: ['pg_class.relnamespace', 'pg_type.typnamespace', 'pg_depend'],
    },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'whose rights it has': { to: { security_invoker: false }, touches: ['pg_class.reloptions'] },
    'the barrier': { to: { security_barrier: false }, touches: ['pg_class.reloptions'] },
    'the check option': { to: { check: 'cascaded' }, touches: ['pg_class.reloptions'] },
    'the check option, which it loses': { to: { check: 'none' }, touches: ['pg_class.reloptions'] },
    'the names of its columns for each other': {
      to: { columns: ['a', 'The no'] },
      reads: {
        columns: ['a', 'The no'],
        query: query
          .replace('"The no"', 'x')
          .replace('AS a', 'AS "The no"')
          .replace('AS x', 'AS a')
          .trimStart(),
      },
      touches: ['pg_attribute.attname', 'pg_rewrite.ev_action'],
    },
    'the query, in place': {
      to: { query: query.replace('> 0', '> 1').trimStart() },
      touches: ['pg_rewrite.ev_action'],
    },
    'the query, with another type of a column': {
      to: { query: query.replace('note', 'paid').trimStart() },
      touches: again,
    },
  },
}
