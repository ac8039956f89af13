import { formatCount } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Badge } from '../../ui/Status.tsx'
import type { TreeSession } from './session-tree.ts'

const indentPx = 14

/** The process in the tree of blocking sessions, and its role. */
export const sessionNameColumns: readonly Column<TreeSession>[] = [
  {
    id: 'pid',
    header: 'Process',
    width: '150px',
    isName: true,
    cell: ({ pid, depth, waiting }) => (
      <span className="flex items-center gap-2" style={{ paddingLeft: `${depth * indentPx}px` }}>
        <span className="tabular">{pid}</span>
        {waiting > 0 && <Badge tone="warn">blocks {formatCount(waiting)}</Badge>}
      </span>
    ),
    sortValue: ({ pid }) => pid,
  },
  {
    id: 'user',
    header: 'Role',
    width: 'minmax(0, 1fr)',
    cell: ({ user, application }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate">{user}</span>
        <span className="truncate text-xs text-ink-faint">{application}</span>
      </span>
    ),
    sortValue: ({ user }) => user,
    searchText: ({ user, application, client }) => [user, application, client].join(' '),
  },
]
