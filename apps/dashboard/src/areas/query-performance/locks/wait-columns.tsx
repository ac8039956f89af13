import { formatSeconds } from '../../../product/sessions/seconds.ts'
import { sessionNameColumns } from '../../../product/sessions/session-columns.tsx'
import type { TreeSession } from '../../../product/sessions/session-tree.ts'
import type { Column } from '../../../ui/data-table/table-model.ts'
import { formatBlockers, getWaitSeconds } from './waits.ts'

export const waitColumns: Column<TreeSession>[] = [
  ...sessionNameColumns,
  {
    id: 'event',
    header: 'Waits for',
    width: 'minmax(0, 1.6fr)',
    cell: (session) => <WaitCell session={session} />,
    searchText: ({ waits_for: event, lock }) => [event, lock?.mode, lock?.relation].join(' '),
  },
  {
    id: 'waiting',
    header: 'Waiting',
    width: '88px',
    align: 'end',
    cell: (session) => {
      const seconds = getWaitSeconds(session)
      return <span className="tabular">{seconds === null ? '–' : formatSeconds(seconds)}</span>
    },
    sortValue: getWaitSeconds,
    firstDirection: 'descending',
    orderNames: { ascending: 'Shortest wait first', descending: 'Longest wait first' },
  },
  {
    id: 'blockers',
    header: 'Blocked by',
    width: '104px',
    cell: (session) => <span className="tabular">{formatBlockers(session) || '–'}</span>,
    searchText: formatBlockers,
  },
  {
    id: 'query',
    header: 'Statement',
    width: 'minmax(0, 3fr)',
    cell: ({ query }) => (
      <code className="line-clamp-3 font-mono text-xs [overflow-wrap:anywhere]">{query}</code>
    ),
    searchText: ({ query }) => query,
  },
]

function WaitCell({ session }: { session: TreeSession }) {
  const { state, waits_for: event, lock } = session
  if (lock !== null) {
    return (
      <span className="flex min-w-0 flex-col">
        <span className="truncate">{lock.relation ?? event}</span>
        <span className="truncate text-xs text-ink-faint">{lock.mode}</span>
      </span>
    )
  }
  if (state === 'active' && event !== null) return <span className="truncate">{event}</span>
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">Not waiting</span>
      <span className="truncate text-xs text-ink-faint">{state}</span>
    </span>
  )
}
