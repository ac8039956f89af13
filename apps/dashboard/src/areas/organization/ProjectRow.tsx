import { computeSizes, listRegions } from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'

import { statusView } from '../../lib/format/project-status.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

export function ProjectRow({ project }: { project: Project }) {
  const { ref, name, status, region, cloud_provider, compute_size, inserted_at } = project
  const { placements } = useInstall()
  const { word, tone, isMoving } = statusView(status)
  const place = listRegions(cloud_provider).find(({ code }) => code === region)
  const size = computeSizes.find(({ id }) => id === compute_size)

  return (
    <Link
      href={paths.project(ref)}
      className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-0.5 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2 tablet:grid-cols-[minmax(0,1fr)_140px_72px_120px]"
    >
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
      <Status tone={tone} isMoving={isMoving}>
        {word}
      </Status>
      <span className="text-ink-soft max-tablet:hidden">{size?.name}</span>
      <span className="text-right text-ink-faint max-tablet:hidden">
        <Time at={inserted_at} />
      </span>
    </Link>
  )
}
