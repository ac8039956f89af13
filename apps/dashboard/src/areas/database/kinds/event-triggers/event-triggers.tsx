import {
  databaseEventTriggers,
  type EventTriggerRow,
} from '@basalt/contract/database/objects/event-triggers'
import type { EventTriggerDesign } from '@basalt/pg-model'
import { Siren } from 'lucide-react'

import { defineKind } from '../../model/object-kind.ts'
import { stateNames } from '../triggers/trigger-states.ts'

export const eventTriggers = defineKind<EventTriggerRow, EventTriggerDesign>({
  kind: 'event-triggers',
  noun: 'event trigger',
  nouns: 'event triggers',
  title: 'Event triggers',
  description: 'Functions that run on schema changes and logins.',
  icon: Siren,
  empty:
    'An event trigger calls a function when tables and other objects are created, changed or dropped.',
  routes: databaseEventTriggers,
  isInSchema: false,
  columns: [
    {
      id: 'event',
      header: 'Event',
      width: '170px',
      cell: ({ event }) => <code className="font-mono text-xs">{event}</code>,
      sortValue: ({ event }) => event,
    },
    {
      id: 'tags',
      header: 'Commands',
      width: 'minmax(0, 2fr)',
      hideBelow: 'phone',
      cell: ({ tags }) => getCommands(tags),
    },
    {
      id: 'function',
      header: 'Function',
      width: 'minmax(0, 2fr)',
      hideBelow: 'narrow',
      cell: (row) => row.function,
      sortValue: (row) => row.function,
    },
    {
      id: 'enabled',
      header: 'Enabled',
      width: '110px',
      hideBelow: 'phone',
      cell: ({ enabled }) => stateNames[enabled],
      sortValue: ({ enabled }) => enabled,
    },
  ],
  blank: () => ({
    name: '',
    owner: null,
    comment: null,
    event: 'ddl_command_end',
    tags: [],
    function: '',
    enabled: 'origin',
  }),
  copy: (design) => ({ ...design, name: `${design.name}_copy` }),
  facts: ({ design }) => [
    { name: 'Event', value: design.event },
    { name: 'Commands', value: getCommands(design.tags) },
    { name: 'Function', value: design.function },
    { name: 'Enabled', value: stateNames[design.enabled] },
  ],
})

const getCommands = (tags: readonly string[]): string =>
  tags.length === 0 ? 'All' : tags.join(', ')
