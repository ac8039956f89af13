import type { EventTriggerDesign } from '@basalt/pg-model'

import { eventTriggers } from '../kinds/event-triggers.ts'
import type { KindCase } from './describe-kind.ts'

/** PostgreSQL replaces neither the event, the commands nor the function. */
const again = ['pg_event_trigger', 'pg_description', 'pg_depend']

export const eventTriggersCase: KindCase<EventTriggerDesign> = {
  kind: eventTriggers,
  needsSuperuser: true,
  setup: [
    'create schema "Odd.Events"',
    `create function "Odd.Events"."Note it"() returns event_trigger language plpgsql as 'begin end'`,
    `create function "Odd.Events".other() returns event_trigger language plpgsql as 'begin end'`,
  ],
  design: {
    name: 'Note "commands".x',
    owner: 'postgres',
    comment: "The schema's changes",
    event: 'ddl_command_end',
    tags: ['CREATE TABLE', 'ALTER TABLE'],
    function: '"Odd.Events"."Note it"',
    enabled: 'replica',
  },
  changes: {
    'the name': { to: { name: 'note' }, touches: ['pg_event_trigger.evtname'] },
    'the comment': { to: { comment: null }, touches: ['pg_description'] },
    'where it runs': { to: { enabled: 'disabled' }, touches: ['pg_event_trigger.evtenabled'] },
    'the commands, as another event trigger': { to: { tags: [] }, touches: again },
    'the event, as another event trigger': {
      to: { event: 'sql_drop', tags: ['DROP TABLE'] },
      touches: again,
    },
    'the function, as another event trigger': {
      to: { function: '"Odd.Events".other' },
      touches: again,
    },
  },
}
