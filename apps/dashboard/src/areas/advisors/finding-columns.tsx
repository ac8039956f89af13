import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { ShownFinding } from './findings.ts'
import { levelLabels, levels } from './level-labels.ts'

export const columns: Column<ShownFinding>[] = [
  {
    id: 'rule',
    header: 'Finding',
    width: 'minmax(0, 3fr)',
    isName: true,
    hasLabel: false,
    cell: ({ entry }) => entry.title,
    detail: ({ detail }) => <span className="text-xs break-words text-ink-faint">{detail}</span>,
    sortValue: ({ entry }) => entry.title,
    searchText: ({ entry, rule, detail }) => [entry.title, rule, detail].join(' '),
  },
  {
    id: 'object',
    header: 'Object',
    width: 'minmax(0, 1.5fr)',
    cell: ({ schema, name, kind }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-mono text-xs">
          {schema === null ? name : `${schema}.${name}`}
        </span>
        <span className="text-xs text-ink-faint">{kind}</span>
      </span>
    ),
    sortValue: ({ schema, name }) => `${schema ?? ''}.${name}`,
    searchText: ({ schema, name, kind }) => [schema ?? '', name, kind].join(' '),
  },
  {
    id: 'level',
    header: 'Level',
    width: '110px',
    hideBelow: 'narrow',
    cell: ({ level }) => <Status tone={levelLabels[level].tone}>{levelLabels[level].label}</Status>,
    sortValue: ({ level }) => levels.indexOf(level),
    searchText: ({ level }) => level,
  },
  {
    id: 'first_seen',
    header: 'First seen',
    width: '130px',
    hideBelow: 'narrow',
    cell: ({ first_seen_at: at }) => <Time at={at} />,
    sortValue: ({ first_seen_at: at }) => at,
    searchText: () => '',
  },
]
