import type { TriggerDesign } from '@basalt/pg-model'

import { triggers } from '../kinds/triggers/triggers.ts'
import type { KindCase } from './describe-kind.ts'

export const triggersCase: KindCase<TriggerDesign> = {
  kind: triggers,
  setup: [
    'create schema "Odd.Triggers"',
    'create table "Odd.Triggers"."Bills" (id bigint, "Due on" date, paid boolean)',
    `create function "Odd.Triggers"."Note it"() returns trigger language plpgsql as 'begin return null; end'`,
    `create function "Odd.Triggers".other() returns trigger language plpgsql as 'begin return null; end'`,
  ],
  design: {
    schema: 'Odd.Triggers',
    table: 'Bills',
    name: 'Note "bills".x',
    comment: "The bills' changes",
    timing: 'after',
    events: ['update'],
    columns: ['Due on', 'paid'],
    level: 'row',
    when: 'old.paid IS DISTINCT FROM new.paid',
    function: '"Odd.Triggers"."Note it"',
    arguments: ["it's", String.raw`a\000 é`, ''],
    old_table: null,
    new_table: null,
    is_constraint: false,
    deferrable: 'no',
    referenced: null,
    enabled: 'replica',
  },
  changes: {
    'the name': { to: { name: 'note' }, touches: ['pg_trigger.tgname'] },
    'the timing': { to: { timing: 'before' }, touches: ['pg_trigger.tgtype'] },
    'the columns': { to: { columns: ['paid'] }, touches: ['pg_trigger.tgattr', 'pg_depend'] },
    'the condition': {
      to: { when: 'old.id IS NULL' },
      touches: ['pg_trigger.tgqual', 'pg_depend'],
    },
    'the function': {
      to: { function: '"Odd.Triggers".other' },
      touches: ['pg_trigger.tgfoid', 'pg_depend'],
    },
    'the arguments': {
      to: { arguments: ['one'] },
      touches: ['pg_trigger.tgargs', 'pg_trigger.tgnargs'],
    },
    'where it runs': { to: { enabled: 'disabled' }, touches: ['pg_trigger.tgenabled'] },
    'the transition tables': {
      to: { columns: [], when: null, level: 'statement', old_table: 'Old', new_table: 'now' },
      touches: [
        'pg_trigger.tgattr',
        'pg_trigger.tgqual',
        'pg_trigger.tgtype',
        'pg_trigger.tgoldtable',
        'pg_trigger.tgnewtable',
        'pg_depend',
      ],
    },
    'to a constraint, as another trigger': {
      to: { is_constraint: true, deferrable: 'deferred' },
      touches: ['pg_trigger', 'pg_constraint', 'pg_description', 'pg_depend'],
    },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
  },
}
