import { countedMessages, type Queue } from '@basalt/contract/queues/queues'

import { formatCount } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

export const kindLabels: Readonly<Record<Queue['kind'], string>> = {
  logged: 'Basic',
  unlogged: 'Unlogged',
  partitioned: 'Partitioned',
}

/** The server stops counting beyond a number. */
export const shownCount = (count: number): string =>
  count > countedMessages ? `more than ${formatCount(countedMessages)}` : formatCount(count)

export const shownMessages = (count: number): string =>
  count === 1 ? '1 message' : `${shownCount(count)} messages`

export const columns: Column<Queue>[] = [
  {
    id: 'name',
    header: 'Queue',
    width: 'minmax(0, 1.5fr)',
    isName: true,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '100px',
    hideBelow: 'narrow',
    cell: ({ kind }) => kindLabels[kind],
    sortValue: ({ kind }) => kindLabels[kind],
  },
  countColumn('messages', 'Messages', ({ messages }) => messages),
  countColumn('available', 'Available', ({ available }) => available),
  countColumn('sent', 'Sent in total', ({ sent }) => sent),
  {
    id: 'oldest',
    header: 'Oldest message',
    width: '136px',
    cell: ({ oldest_at: at }) =>
      at === null ? <span className="text-ink-faint">None</span> : <Time at={at} />,
    sortValue: ({ oldest_at: at }) => (at === null ? null : new Date(at)),
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  {
    id: 'security',
    header: 'Row-level security',
    width: 'minmax(0, 1fr)',
    hideBelow: 'narrow',
    cell: (queue) => <Security queue={queue} />,
    sortValue: ({ has_row_security: isOn, policies }) => (isOn ? policies : -1),
  },
]

function countColumn(id: string, header: string, get: (queue: Queue) => number): Column<Queue> {
  return {
    id,
    header,
    width: '116px',
    align: 'end',
    firstDirection: 'descending',
    cell: (queue) => (
      <span className="tabular">
        {id === 'sent' ? formatCount(get(queue)) : shownCount(get(queue))}
      </span>
    ),
    sortValue: get,
  }
}

function Security({ queue: { has_row_security: isOn, policies } }: { queue: Queue }) {
  if (!isOn) return <Status tone="warn">Off</Status>
  if (policies === 0) return <Status tone="neutral">On, no policy</Status>
  return <Status tone="good">{policies === 1 ? '1 policy' : `${policies} policies`}</Status>
}
