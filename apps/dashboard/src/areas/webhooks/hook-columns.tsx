import { countedEvents, type Hook } from '@basalt/contract/webhooks/webhooks'

import { formatCount } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'

export const hookStates = {
  active: { tone: 'good', text: 'Active' },
  paused: { tone: 'warn', text: 'Paused' },
  failing: { tone: 'bad', text: 'Failing' },
  disabled: { tone: 'neutral', text: 'Disabled' },
} as const satisfies Record<Hook['state'], object>

export const shownCount = (count: number): string =>
  count > countedEvents ? `${formatCount(countedEvents)}+` : formatCount(count)

export const columns: Column<Hook>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 1.3fr)',
    isName: true,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name,
  },
  {
    id: 'table',
    header: 'Table',
    width: 'minmax(0, 1.2fr)',
    cell: ({ schema, table }) => (
      <span className="block truncate" title={`${schema}.${table}`}>
        {schema}.{table}
      </span>
    ),
    sortValue: ({ schema, table }) => `${schema}.${table}`,
  },
  {
    id: 'events',
    header: 'Events',
    width: 'minmax(0, 1fr)',
    hideBelow: 'narrow',
    cell: ({ events }) => events.map((event) => event.toLowerCase()).join(', '),
    searchText: ({ events }) => events.join(' '),
  },
  {
    id: 'receiver',
    header: 'Receiver',
    width: 'minmax(0, 1.8fr)',
    cell: ({ method, url }) => (
      <span className="block truncate" title={url}>
        {method} {url}
      </span>
    ),
    searchText: ({ url }) => url,
  },
  {
    id: 'state',
    header: 'State',
    width: '96px',
    cell: ({ state }) => <Status tone={hookStates[state].tone}>{hookStates[state].text}</Status>,
    sortValue: ({ state }) => hookStates[state].text,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    width: '84px',
    align: 'end',
    cell: ({ waiting }) => <span className="tabular">{shownCount(waiting)}</span>,
    sortValue: ({ waiting }) => waiting,
  },
  {
    id: 'dead',
    header: 'Given up',
    hint: 'Events that had no attempt left and were not sent again',
    width: '92px',
    align: 'end',
    cell: ({ dead }) => (
      <span className={dead > 0 ? 'tabular text-bad' : 'tabular'}>{shownCount(dead)}</span>
    ),
    sortValue: ({ dead }) => dead,
  },
]
