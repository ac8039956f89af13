import { computeSizes, listRegions } from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'

import { statusView } from '../../lib/format/project-status.ts'
import { useInstall } from '../../lib/install.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

/** Their ids are those of the `sort` in links of earlier versions. */
export const columns: Column<Project>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 3fr)',
    cell: (project) => <ProjectName project={project} />,
    sortValue: ({ name }) => name,
    searchText: ({ name, ref }) => `${name}\n${ref}`,
  },
  {
    id: 'status',
    header: 'Status',
    hasLabel: false,
    cell: ({ name, status }) => (
      <PanelBoundary failure={`Could not show the status of ${name}`}>
        <ProjectStatus status={status} />
      </PanelBoundary>
    ),
    sortValue: ({ status }) => statusView(status).word,
  },
  {
    id: 'size',
    header: 'Compute',
    width: '104px',
    hideBelow: 'phone',
    cell: ({ compute_size: size }) => computeSizes.find(({ id }) => id === size)?.name,
    sortValue: ({ compute_size: size }) => computeSizes.findIndex(({ id }) => id === size),
    orderNames: { ascending: 'Smallest first', descending: 'Largest first' },
  },
  {
    id: 'newest',
    header: 'Created',
    width: '132px',
    hideBelow: 'phone',
    cell: ({ inserted_at: at }) => <Time at={at} />,
    sortValue: ({ inserted_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

/** On one machine the region says nothing. */
function ProjectName({ project }: { project: Project }) {
  const { ref, name, region, cloud_provider: provider } = project
  const { placements } = useInstall()
  const place = listRegions(provider).find(({ code }) => code === region)
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium">{name}</span>
      <span className="truncate text-xs text-ink-faint">
        {placements.length === 0 ? (
          <span className="font-mono">{ref}</span>
        ) : (
          <>
            {place?.displayName ?? region}
            <span className="font-mono max-desktop:hidden"> · {ref}</span>
          </>
        )}
      </span>
    </span>
  )
}

function ProjectStatus({ status }: Pick<Project, 'status'>) {
  const { word, tone, isMoving } = statusView(status)
  return (
    <Status tone={tone} isMoving={isMoving}>
      {word}
    </Status>
  )
}
