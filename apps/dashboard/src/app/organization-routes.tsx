import { organizationPlans } from '@basalt/catalog'
import type { Install } from '@basalt/contract/utility'
import { createRoute, redirect } from '@tanstack/react-router'

import { projectSorts } from '../areas/organization/project-list.ts'
import { paths } from '../lib/paths.ts'
import { anySearch, area } from './area.tsx'
import { refuseOrganization, requireOrganization } from './guards.ts'
import { page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { getChoice, type RawSearch, toText } from './search.ts'

const getParentRoute = () => signedInRoute

const organizationsSearch = (raw: RawSearch) => ({
  error: toText(raw, 'error'),
  org: toText(raw, 'org'),
  search: toText(raw, 'search'),
})

const organizationsRoute = createRoute({
  getParentRoute,
  path: '/organizations',
  validateSearch: organizationsSearch,
  component: page(
    () => import('../areas/organizations/OrganizationsPage.tsx'),
    'OrganizationsPage',
    (_, search: ReturnType<typeof organizationsSearch>) => search,
  ),
})

const planSearch = (raw: RawSearch) => ({ plan: getChoice(raw, 'plan', organizationPlans) })

const newOrganizationRoute = createRoute({
  getParentRoute,
  path: '/new',
  validateSearch: planSearch,
  component: page(
    () => import('../areas/organizations/NewOrganizationPage.tsx'),
    'NewOrganizationPage',
    (_, search: ReturnType<typeof planSearch>) => search,
  ),
})

const newProjectRoute = createRoute({
  getParentRoute,
  path: '/new/$slug',
  validateSearch: planSearch,
  component: page(
    () => import('../areas/new-project/NewProjectPage.tsx'),
    'NewProjectPage',
    ({ slug = '' }, { plan }: ReturnType<typeof planSearch>) => ({ slug, plan }),
  ),
})

const organizationSearch = (raw: RawSearch) => ({
  search: toText(raw, 'search'),
  sort: getChoice(raw, 'sort', projectSorts),
})

/** SPEC.md section 2, "Route guard": without organizations no slug is known. */
const unknownOrganizationRoute = createRoute({
  getParentRoute,
  path: '/org/$slug',
  beforeLoad: ({ params }) => refuseOrganization(paths.defaultProject, params.slug),
})

/** The parent of all pages of one organization: its guard, and the links between its pages. */
const organizationRoute = createRoute({
  getParentRoute,
  path: '/org/$slug',
  beforeLoad: ({ context, params, location }) =>
    requireOrganization(context, params.slug, location.pathname),
  component: page(
    () => import('../areas/organization/OrganizationLayout.tsx'),
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
    () => import('../areas/organization/OrganizationPage.tsx'),
    'OrganizationPage',
    ({ slug = '' }, search: ReturnType<typeof organizationSearch>) => ({ slug, ...search }),
  ),
})

const settingsRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ href: paths.organizationGeneral(params.slug), replace: true })
  },
})

const otherRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/$',
  validateSearch: anySearch,
  component: area(() => import('./organization-pages.tsx')),
})

export function organizationRoutes({ capabilities }: Install) {
  if (!capabilities.includes('organizations')) {
    return [
      unknownOrganizationRoute.addChildren([
        createRoute({ getParentRoute: () => unknownOrganizationRoute, path: '/$' }),
      ]),
    ]
  }
  return [
    organizationsRoute,
    newOrganizationRoute,
    newProjectRoute,
    organizationRoute.addChildren([organizationHomeRoute, settingsRoute, otherRoute]),
  ]
}
