import type { WaitingEvent } from '@basalt/contract/webhooks/deliveries'

import type { Column } from '../../ui/data-table/table-model.ts'
import { Time } from '../../ui/Time.tsx'

export const columns: Column<WaitingEvent>[] = [
  {
    id: 'event',
    header: 'Event',
    width: '104px',
    isName: true,
    cell: ({ event_id: id }) => <span className="tabular">{id}</span>,
  },
  {
    id: 'operation',
    header: 'Type',
    width: '88px',
    cell: ({ operation }) => operation.toLowerCase(),
  },
  {
    id: 'row',
    header: 'Row',
    width: 'minmax(0, 2fr)',
    hideBelow: 'narrow',
    cell: ({ record, old_record: old }) => (
      <code className="block truncate font-mono text-xs">{(record ?? old)?.slice(0, 300)}</code>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '84px',
    align: 'end',
    cell: ({ attempts }) => <span className="tabular">{attempts}</span>,
  },
  {
    id: 'error',
    header: 'Last response',
    width: 'minmax(0, 1.4fr)',
    cell: ({ error }) => (
      <span className="block truncate" title={error ?? undefined}>
        {error ?? '–'}
      </span>
    ),
  },
  {
    id: 'next',
    header: 'Next attempt',
    width: '124px',
    cell: ({ next_at: at }) => (at === null ? 'In its turn' : <Time at={at} />),
  },
  {
    id: 'created',
    header: 'Created',
    width: '124px',
    hideBelow: 'narrow',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
]
