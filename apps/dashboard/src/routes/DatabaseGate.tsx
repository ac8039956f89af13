import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { projectQuery } from '../lib/account.ts'

const AwayPage = lazy(async () => ({
  default: (await import('../features/project-home/AwayPage.tsx')).AwayPage,
}))

/** Pages that need the database say why it is away, and come back with it. */
export function DatabaseGate() {
  const { ref = '' } = useParams({ strict: false })
  const { data: project } = useQuery(projectQuery(ref))
  // A restart takes seconds, which is no reason to close what is being worked on.
  if (project?.connectionString !== null || project.status === 'RESTARTING') return <Outlet />
  return (
    <Suspense>
      <AwayPage project={project} />
    </Suspense>
  )
}
