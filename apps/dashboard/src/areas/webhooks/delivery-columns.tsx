import type { Delivery } from '@basalt/contract/webhooks/deliveries'

import { formatDuration } from '../../lib/format/format-duration.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

export const outcomeOf = ({ status, resent_at: resent }: Delivery) => {
  if (status === 'delivered') return { tone: 'good', text: 'Delivered' } as const
  return resent === null
    ? ({ tone: 'bad', text: 'Given up' } as const)
    : ({ tone: 'neutral', text: 'Sent again' } as const)
}

/** Of one webhook. */
export const columns: Column<Delivery>[] = [
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
    id: 'outcome',
    header: 'Outcome',
    width: '112px',
    cell: (one) => <Status tone={outcomeOf(one).tone}>{outcomeOf(one).text}</Status>,
  },
  {
    id: 'response',
    header: 'Response',
    width: 'minmax(0, 2fr)',
    cell: ({ status_code: code, error }) => (
      <span className="block truncate" title={error ?? undefined}>
        {error ?? code ?? '–'}
      </span>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '84px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ attempts }) => <span className="tabular">{attempts}</span>,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '88px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ duration_ms: ms }) => (ms === null ? '–' : formatDuration(ms)),
  },
  {
    id: 'ended',
    header: 'Ended',
    width: '124px',
    cell: ({ finished_at: at }) => <Time at={at} />,
  },
]

const [eventColumn, ...otherColumns] = columns

/** Of all webhooks: with the webhook and table of each event. */
export const columnsOfAll: Column<Delivery>[] = [
  ...(eventColumn === undefined ? [] : [eventColumn]),
  {
    id: 'webhook',
    header: 'Webhook',
    width: 'minmax(0, 1.4fr)',
    cell: ({ hook, hook_id: id }) => (
      <span className="flex min-w-0 gap-1" title={hook}>
        <span className="truncate">{hook}</span>
        {id === null && <span className="text-ink-faint">(deleted)</span>}
      </span>
    ),
  },
  {
    id: 'table',
    header: 'Table',
    width: 'minmax(0, 1.2fr)',
    cell: ({ table }) => (
      <span className="block truncate" title={table}>
        {table}
      </span>
    ),
  },
  ...otherColumns.map((column) =>
    column.id === 'attempts' || column.id === 'duration'
      ? { ...column, isHiddenByDefault: true }
      : column,
  ),
]
