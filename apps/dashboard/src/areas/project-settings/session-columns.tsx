import { formatSeconds } from '../../product/sessions/seconds.ts'
import { sessionNameColumns } from '../../product/sessions/session-columns.tsx'
import type { TreeSession } from '../../product/sessions/session-tree.ts'
import type { Column } from '../../ui/data-table/table-model.ts'

export const sessionColumns: Column<TreeSession>[] = [
  ...sessionNameColumns,
  {
    id: 'state',
    header: 'State',
    width: '150px',
    cell: ({ state, waits_for }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate">{state ?? 'unknown'}</span>
        {waits_for !== null && state === 'active' && (
          <span className="truncate text-xs text-ink-faint">{waits_for}</span>
        )}
      </span>
    ),
    sortValue: ({ state }) => state,
  },
  {
    id: 'time',
    header: 'Transaction',
    width: '110px',
    align: 'end',
    cell: ({ transaction_seconds: seconds }) => (
      <span className="tabular">{seconds === null ? '–' : formatSeconds(seconds)}</span>
    ),
    sortValue: ({ transaction_seconds: seconds }) => seconds,
    firstDirection: 'descending',
    orderNames: { ascending: 'Shortest first', descending: 'Longest first' },
  },
  {
    id: 'query',
    header: 'Statement',
    width: 'minmax(0, 3fr)',
    hideBelow: 'phone',
    cell: ({ query }) => (
      <code className="block truncate font-mono text-xs" title={query}>
        {query}
      </code>
    ),
    searchText: ({ query }) => query,
  },
]
