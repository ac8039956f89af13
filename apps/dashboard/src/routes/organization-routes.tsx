import { organizationPlans } from '@basalt/catalog'
import type { Install } from '@basalt/contract'
import { createRoute } from '@tanstack/react-router'

import { projectSorts } from '../features/organization/project-list.ts'
import { memberSorts } from '../features/team/member-sorts.ts'
import { requireOrganization } from './guards.ts'
import { page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { auditSearch, choiceOf, type RawSearch, textOf } from './search.ts'
import { switchable } from './switchable.tsx'

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

const auditRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/audit',
  validateSearch: auditSearch,
  component: page(
    () => import('../features/audit/AuditPage.tsx'),
    'AuditPage',
    ({ slug = '' }, filter: ReturnType<typeof auditSearch>) => ({ slug, filter }),
  ),
})

const securityRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/security',
  component: switchable(
    'organization:show_security_settings',
    'Security',
    page(
      () => import('../features/organization-settings/SecurityPage.tsx'),
      'SecurityPage',
      ({ slug = '' }) => ({ slug }),
    ),
  ),
})

const ssoRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/sso',
  component: switchable(
    'organization:show_sso_settings',
    'Single sign-on',
    page(
      () => import('../features/single-sign-on/SingleSignOnPage.tsx'),
      'SingleSignOnPage',
      ({ slug = '' }) => ({ slug }),
    ),
  ),
})

const generalRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/general',
  component: page(
    () => import('../features/organization-settings/GeneralPage.tsx'),
    'GeneralPage',
    ({ slug = '' }) => ({ slug }),
  ),
})

const teamSearch = (raw: RawSearch) => ({
  search: textOf(raw, 'search'),
  sort: choiceOf(raw, 'sort', memberSorts),
})

const teamRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/team',
  validateSearch: teamSearch,
  component: page(
    () => import('../features/team/TeamPage.tsx'),
    'TeamPage',
    ({ slug = '' }, search: ReturnType<typeof teamSearch>) => ({ slug, ...search }),
  ),
})

const billingSearch = (raw: RawSearch) => ({
  show: choiceOf(raw, 'show', ['plans']),
  plan: choiceOf(raw, 'plan', organizationPlans),
})

const billingRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/billing',
  validateSearch: billingSearch,
  component: page(
    () => import('../features/billing/BillingPage.tsx'),
    'BillingPage',
    ({ slug = '' }, search: ReturnType<typeof billingSearch>) => ({ slug, ...search }),
  ),
})

const usageSearch = (raw: RawSearch) => ({
  at: textOf(raw, 'at'),
  project: textOf(raw, 'project'),
})

const usageRoute = createRoute({
  getParentRoute: inOrganization,
  path: '/usage',
  validateSearch: usageSearch,
  component: page(
    () => import('../features/usage/UsagePage.tsx'),
    'UsagePage',
    ({ slug = '' }, search: ReturnType<typeof usageSearch>) => ({ slug, ...search }),
  ),
})

export function organizationRoutes({ capabilities }: Install) {
  if (!capabilities.includes('organizations')) return []
  return [
    organizationsRoute,
    newOrganizationRoute,
    newProjectRoute,
    organizationRoute.addChildren([
      organizationHomeRoute,
      teamRoute,
      auditRoute,
      securityRoute,
      ssoRoute,
      generalRoute,
      ...(capabilities.includes('billing') ? [billingRoute, usageRoute] : []),
    ]),
  ]
}
