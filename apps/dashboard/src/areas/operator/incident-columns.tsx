import { regionName } from '@basalt/catalog'
import { type Incident, incidentImpacts, statusComponents } from '@basalt/contract/status'

import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { impactLabels, statusLabels } from './incident-labels.ts'

export const columns: Column<Incident>[] = [
  {
    id: 'title',
    header: 'Incident',
    width: 'minmax(0, 3fr)',
    cell: ({ title }) => <span className="font-medium">{title}</span>,
    detail: (incident) => (
      <span className="block text-xs text-ink-faint">{listAffected(incident).join(', ')}</span>
    ),
    sortValue: ({ title }) => title,
    searchText: (incident) =>
      [
        incident.title,
        ...listAffected(incident),
        ...incident.updates.map(({ message }) => message),
      ].join('\n'),
  },
  {
    id: 'status',
    header: 'Status',
    width: '132px',
    hasLabel: false,
    cell: ({ status }) => (
      <Status tone={statusLabels[status].tone}>{statusLabels[status].word}</Status>
    ),
    sortValue: ({ status }) => statusLabels[status].word,
  },
  {
    id: 'impact',
    header: 'Impact',
    width: '92px',
    cell: ({ impact }) => impactLabels[impact].word,
    sortValue: ({ impact }) => incidentImpacts.indexOf(impact),
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest impact first', descending: 'Largest impact first' },
  },
  {
    id: 'started',
    header: 'Started',
    width: '124px',
    cell: ({ started_at: at }) => <Time at={at} />,
    sortValue: ({ started_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

/** Names of the components and regions that an incident affects. */
const listAffected = ({ components, regions }: Incident): string[] => [
  ...statusComponents.flatMap(({ id, name }) => (components.includes(id) ? name : [])),
  ...regions.map(regionName),
]
