import type { Column } from '../../ui/data-table/table-model.ts'
import { Badge, Status } from '../../ui/Status.tsx'
import { extensionStates, type ListedExtension } from './listed-extensions.ts'
import { stateLabels } from './state-labels.ts'

export const columns: Column<ListedExtension>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 3fr)',
    isName: true,
    hasLabel: false,
    cell: ({ name }) => name,
    detail: ({ comment }) => <span className="text-xs break-words text-ink-faint">{comment}</span>,
    sortValue: ({ name }) => name,
    searchText: ({ name, comment, entry, tags }) =>
      [name, comment, entry?.other_names ?? '', entry?.product ?? '', ...tags].join(' '),
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(0, 210px)',
    cell: ({ state, isDeprecated, update }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Status tone={stateLabels[state].tone}>{stateLabels[state].label}</Status>
        {isDeprecated && <Badge tone="warn">Deprecated</Badge>}
        {update !== null && <Badge tone="info">Update {update}</Badge>}
      </span>
    ),
    sortValue: ({ state }) => extensionStates.indexOf(state),
    searchText: ({ isDeprecated }) => (isDeprecated ? 'deprecated' : ''),
    orderNames: { ascending: 'Enabled first', descending: 'Enabled last' },
  },
  {
    id: 'tags',
    header: 'Tags',
    width: 'minmax(0, 1.5fr)',
    hideBelow: 'narrow',
    hasLabel: false,
    cell: ({ tags }) => (
      <span className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    ),
  },
  {
    id: 'version',
    header: 'Version',
    width: '90px',
    hideBelow: 'narrow',
    cell: ({ engine }) => (
      <span className="font-mono tabular">
        {engine?.installed_version ?? engine?.default_version ?? ''}
      </span>
    ),
  },
  {
    id: 'schema',
    header: 'Schema',
    width: 'minmax(0, 120px)',
    isHiddenByDefault: true,
    cell: ({ engine }) => engine?.schema ?? '',
    sortValue: ({ engine }) => engine?.schema,
  },
]
