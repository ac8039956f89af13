import type { LogDrain } from '@basalt/contract/logs/drains'

import { formatRelative } from '../../lib/format/format-time.ts'
import { formatCount } from '../../lib/format/format.ts'
import { sourcesText } from '../../product/logs/source-labels.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { typeLabel } from './drain-types.ts'

export const columns: Column<LogDrain>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 1.5fr)',
    isName: true,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name,
  },
  {
    id: 'type',
    header: 'Type',
    width: '84px',
    cell: ({ destination }) => typeLabel(destination.type),
    sortValue: ({ destination }) => typeLabel(destination.type),
  },
  {
    id: 'sources',
    header: 'Sources',
    width: 'minmax(0, 1.2fr)',
    hideBelow: 'narrow',
    cell: ({ sources }) => <span className="text-ink-soft">{sourcesText(sources)}</span>,
    searchText: ({ sources }) => sourcesText(sources),
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(0, 2fr)',
    hasLabel: false,
    cell: (drain) => <DrainState drain={drain} />,
    sortValue: (drain) => drainState(drain),
  },
  count('waiting', 'Waiting', ({ waiting_rows: rows }) => rows),
  count('sent', 'Sent', ({ sent_rows: rows }) => rows),
  count('dropped', 'Dropped', ({ dropped_rows: rows }) => rows),
  {
    id: 'last',
    header: 'Last sent',
    width: '116px',
    cell: ({ last_sent_at: at }) =>
      at === null ? <span className="text-ink-faint">Never</span> : <Time at={at} />,
    sortValue: ({ last_sent_at: at }) => (at === null ? null : new Date(at)),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

function count(id: string, header: string, get: (drain: LogDrain) => number): Column<LogDrain> {
  return {
    id,
    header,
    width: '84px',
    align: 'end',
    firstDirection: 'descending',
    cell: (drain) => <span className="tabular">{formatCount(get(drain))}</span>,
    sortValue: get,
  }
}

const drainState = ({ is_enabled: isEnabled, last_error: error }: LogDrain): string => {
  if (!isEnabled) return 'Disabled'
  return error === null ? 'Active' : 'Failing'
}

const tones = { Active: 'good', Failing: 'bad', Disabled: 'neutral' } as const

function DrainState({ drain }: { drain: LogDrain }) {
  const state = drainState(drain) as keyof typeof tones
  const { last_error: error, next_attempt_at: next } = drain
  return (
    <span className="flex min-w-0 flex-col">
      <Status tone={tones[state]}>{state}</Status>
      {state === 'Failing' && (
        <span className="text-xs break-words text-ink-soft">
          {error}
          {next !== null && ` – next attempt ${describeNext(next)}`}
        </span>
      )}
    </span>
  )
}

/** `within a minute`, `in 4 minutes`. */
function describeNext(at: string): string {
  const text = formatRelative(at)
  return text === 'just now' ? 'within a minute' : text
}
