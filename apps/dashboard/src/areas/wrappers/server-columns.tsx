import { plural } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Server, WrapperList } from './queries.ts'

type Projects = WrapperList['projects']

const describeTarget = ({ target, database }: Server, projects: Projects): string => {
  if (target.type === 'server') return `${target.host}:${target.port}/${database}`
  const project = projects.find(({ ref }) => ref === target.ref)
  return `Project ${project?.name ?? target.ref}, ${database}`
}

export const listColumns = (projects: Projects): Column<Server>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 1fr)',
    isName: true,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name,
  },
  {
    id: 'target',
    header: 'Target',
    width: 'minmax(0, 2fr)',
    cell: (server) => <span className="text-ink-soft">{describeTarget(server, projects)}</span>,
    sortValue: (server) => describeTarget(server, projects),
  },
  {
    id: 'login',
    header: 'Role',
    width: 'minmax(0, 1fr)',
    hideBelow: 'narrow',
    cell: ({ username }) => username,
    sortValue: ({ username }) => username,
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(0, 1fr)',
    hasLabel: false,
    cell: ({ is_missing: isMissing, tables }) =>
      isMissing ? (
        <Status tone="warn">Missing: refresh it</Status>
      ) : (
        <Status tone="good">{plural(tables, 'table')}</Status>
      ),
    sortValue: ({ tables }) => tables,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '116px',
    hideBelow: 'narrow',
    cell: ({ updated_at: at }) => <Time at={at} />,
    sortValue: ({ updated_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]
