import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'

import { useCapability } from '../../lib/install.tsx'
import { organizationsQuery, projectQuery } from '../../lib/session/account.ts'
import { late } from '../../ui/late.tsx'

const DatabaseUnavailablePage = late(
  async () =>
    (await import('../../areas/project-home/DatabaseUnavailablePage.tsx')).DatabaseUnavailablePage,
)

const RestrictedPage = late(
  async () => (await import('../../areas/project-export/RestrictedPage.tsx')).RestrictedPage,
)

/** Pages that need the database show why it is unavailable, and return with it. */
export function DatabaseGate() {
  const { ref = '' } = useParams({ strict: false })
  const { data: project } = useQuery(projectQuery(ref))
  const { data: organizations } = useQuery({
    ...organizationsQuery(),
    enabled: useCapability('organizations'),
  })
  const organization = organizations?.find(({ slug }) => slug === project?.organization_slug)
  if (project && organization?.restriction_status === 'restricted') {
    return <RestrictedPage project={project} />
  }
  // A restart takes seconds, which is no reason to unmount the page.
  if (project?.connectionString !== null || project.status === 'RESTARTING') return <Outlet />
  return <DatabaseUnavailablePage project={project} />
}
