import { organizationPlans } from '@basalt/catalog'
import type { Install } from '@basalt/contract'
import { createRoute } from '@tanstack/react-router'

import { projectSorts } from '../features/organization/project-list.ts'
import { anySearch, area } from './area.tsx'
import { requireOrganization } from './guards.ts'
import { page } from './page.tsx'
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

const planSearch = (raw: RawSearch) => ({ plan: choiceOf(raw, 'plan', organizationPlans) })

const newOrganizationRoute = createRoute({
  getParentRoute,
  path: '/new',
  validateSearch: planSearch,
  component: page(
    () => import('../features/organizations/NewOrganizationPage.tsx'),
    'NewOrganizationPage',
    (_, search: ReturnType<typeof planSearch>) => search,
  ),
})

const newProjectRoute = createRoute({
  getParentRoute,
  path: '/new/$slug',
  validateSearch: planSearch,
  component: page(
    () => import('../features/new-project/NewProjectPage.tsx'),
    'NewProjectPage',
    ({ slug = '' }, { plan }: ReturnType<typeof planSearch>) => ({ slug, plan }),
  ),
})

const organizationSearch = (raw: RawSearch) => ({
  search: textOf(raw, 'search'),
  sort: choiceOf(raw, 'sort', projectSorts),
})

/** Whatever is about one organization: its guard, and the links between its pages. */
const organizationRoute = createRoute({
  getParentRoute,
  path: '/org/$slug',
  beforeLoad: ({ context, params, location }) =>
    requireOrganization(context, params.slug, location.pathname),
  component: page(
    () => import('../features/organization/OrganizationLayout.tsx'),
    'OrganizationLayout',
    ({ slug = '' }) => ({ slug }),
  ),
})

const inOrganization = () => organizationRoute

const organizationHomeRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/',
  validateSearch: organizationSearch,
  component: page(
    () => import('../features/organization/OrganizationPage.tsx'),
    'OrganizationPage',
    ({ slug = '' }, search: ReturnType<typeof organizationSearch>) => ({ slug, ...search }),
  ),
})

const otherRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/$',
  validateSearch: anySearch,
  component: area(() => import('./organization-pages.tsx')),
})

export function organizationRoutes({ capabilities }: Install) {
  if (!capabilities.includes('organizations')) return []
  return [
    organizationsRoute,
    newOrganizationRoute,
    newProjectRoute,
    organizationRoute.addChildren([organizationHomeRoute, otherRoute]),
  ]
}
