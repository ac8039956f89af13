import { organizationPlans } from '@basalt/catalog'
import type { Install } from '@basalt/contract'
import { createRoute } from '@tanstack/react-router'

import { projectSorts } from '../features/organization/project-list.ts'
import { requireOrganization } from './guards.ts'
import { noProps, page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { choiceOf, type RawSearch, textOf } from './search.ts'

const getParentRoute = () => signedInRoute

const organizationsSearch = (raw: RawSearch) => ({
  error: textOf(raw, 'error'),
  org: textOf(raw, 'org'),
  search: textOf(raw, 'search'),
})

const organizationsRoute = createRoute({
  getParentRoute,
  path: '/organizations',
  validateSearch: organizationsSearch,
  component: page(
    () => import('../features/organizations/OrganizationsPage.tsx'),
    'OrganizationsPage',
    (_, search: ReturnType<typeof organizationsSearch>) => search,
  ),
})

const newOrganizationRoute = createRoute({
  getParentRoute,
  path: '/new',
  component: page(
    () => import('../features/organizations/NewOrganizationPage.tsx'),
    'NewOrganizationPage',
    noProps,
  ),
})

const newProjectSearch = (raw: RawSearch) => ({ plan: choiceOf(raw, 'plan', organizationPlans) })

const newProjectRoute = createRoute({
  getParentRoute,
  path: '/new/$slug',
  validateSearch: newProjectSearch,
  component: page(
    () => import('../features/new-project/NewProjectPage.tsx'),
    'NewProjectPage',
    ({ slug = '' }, { plan }: ReturnType<typeof newProjectSearch>) => ({ slug, plan }),
  ),
})

const organizationSearch = (raw: RawSearch) => ({
  search: textOf(raw, 'search'),
  sort: choiceOf(raw, 'sort', projectSorts),
})

const organizationRoute = createRoute({
  getParentRoute,
  path: '/org/$slug',
  validateSearch: organizationSearch,
  beforeLoad: ({ context, params }) => requireOrganization(context, params.slug),
  component: page(
    () => import('../features/organization/OrganizationPage.tsx'),
    'OrganizationPage',
    ({ slug = '' }, search: ReturnType<typeof organizationSearch>) => ({ slug, ...search }),
  ),
})

export function organizationRoutes({ capabilities }: Install) {
  if (!capabilities.includes('organizations')) return []
  return [organizationsRoute, newOrganizationRoute, newProjectRoute, organizationRoute]
}
