import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'

import { useCapability } from '../../../lib/install.tsx'
import { organizationsQuery, projectsQuery } from '../../../lib/session/account.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'

/** The user's location: the organization and project of the URL, from the cache. */
export function useScope() {
  const { ref, slug } = useParams({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasOrganizations = useCapability('organizations')
  const [lastSlug] = useSetting(storage.lastOrganization)
  const { data: projects = [] } = useQuery(projectsQuery())
  const { data: organizations = [] } = useQuery({
    ...organizationsQuery(),
    enabled: hasOrganizations,
  })
  const project = projects.find((one) => one.ref === ref)
  const target = project?.organization_slug ?? slug ?? lastSlug
  const organization = organizations.find((one) => one.slug === target)
  return {
    pathname,
    projectRef: ref,
    project,
    projects,
    organizations,
    organization,
    /** Of the URL itself, not merely the last one visited. */
    isInOrganization: project !== undefined || slug !== undefined,
  }
}

export type ShellScope = ReturnType<typeof useScope>
