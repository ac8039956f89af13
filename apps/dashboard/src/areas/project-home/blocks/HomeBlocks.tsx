import { homeBlocks } from '@basalt/contract/project/home-blocks'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { useQuery } from '@tanstack/react-query'

import { useCan } from '../../../lib/access/access.tsx'
import { isRunning } from '../../../lib/format/project-status.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { blocksQuery } from '../../../product/home-blocks/queries.ts'
import { late } from '../../../ui/late.tsx'

// The code of blocks is loaded with the first of them.
const Grid = late(async () => (await import('./BlockGrid.tsx')).BlockGrid)

type Props = { project: ProjectDetail }

/** Pinned results of saved queries, for all users who may query the project. */
export function HomeBlocks({ project }: Props) {
  const canReadSchema = useCan(homeBlocks.list)
  return canReadSchema ? <Blocks project={project} /> : null
}

function Blocks({ project }: Props) {
  const canAdd = useCan(homeBlocks.create)
  const { data: blocks, error } = useQuery(blocksQuery(project.ref))
  if (error !== null)
    return (
      <p role="alert" className="text-ink-soft">
        The pinned results could not be loaded: {error.message}
      </p>
    )
  if (blocks === undefined) return null
  if (blocks.length > 0) return <Grid project={project} blocks={blocks} />
  if (!canAdd || !isRunning(project)) return null
  return (
    <p className="text-ink-soft">
      Pin query results here: run a query in the{' '}
      <Link href={paths.sql(project.ref)} className="text-accent underline">
        SQL editor
      </Link>{' '}
      and choose “Add to project home”.
    </p>
  )
}
