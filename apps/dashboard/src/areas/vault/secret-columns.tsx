import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Secret } from './queries.ts'

const states = {
  readable: { tone: 'good', text: 'Encrypted' },
  missing_key: { tone: 'warn', text: 'Key missing' },
  changed: { tone: 'bad', text: 'Changed outside of the vault' },
} as const

export const columns: Column<Secret>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 1.4fr)',
    isName: true,
    cell: ({ name }) => name ?? <span className="text-ink-faint">Without a name</span>,
    sortValue: ({ name }) => name,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(0, 2fr)',
    hideBelow: 'narrow',
    cell: ({ description }) => <span className="text-ink-soft">{description}</span>,
    searchText: ({ description }) => description,
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(0, 1fr)',
    hasLabel: false,
    cell: ({ state }) => <Status tone={states[state].tone}>{states[state].text}</Status>,
    sortValue: ({ state }) => states[state].text,
  },
  time('created', 'Created', ({ created_at: at }) => at),
  time('updated', 'Updated', ({ updated_at: at }) => at),
]

function time(id: string, header: string, get: (secret: Secret) => string): Column<Secret> {
  return {
    id,
    header,
    width: '116px',
    cell: (secret) => <Time at={get(secret)} />,
    sortValue: (secret) => new Date(get(secret)),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  }
}
