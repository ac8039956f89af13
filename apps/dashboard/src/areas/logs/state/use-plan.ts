import type { OrganizationPlan } from '@basalt/catalog'
import { useQuery } from '@tanstack/react-query'

import { useCapability } from '../../../lib/install.tsx'
import { organizationsQuery, projectsQuery } from '../../../lib/session/account.ts'

type Plan = {
  isPending: boolean
  /** Undefined on installs without organizations, which have no plans. */
  id: OrganizationPlan | undefined
  name: string | undefined
  slug: string | undefined
}

/** The plan of the organization that the project belongs to. */
export function usePlan(projectRef: string): Plan {
  const hasOrganizations = useCapability('organizations')
  const projects = useQuery(projectsQuery())
  const organizations = useQuery({ ...organizationsQuery(), enabled: hasOrganizations })
  const slug = projects.data?.find(({ ref }) => ref === projectRef)?.organization_slug
  const organization = organizations.data?.find((one) => one.slug === slug)
  return {
    isPending: projects.isPending || (hasOrganizations && organizations.isPending),
    id: organization?.plan.id,
    name: organization?.plan.name,
    slug: organization?.slug,
  }
}
