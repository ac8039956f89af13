import { organizationPlans } from '@basalt/catalog'

import { memberSorts } from '../areas/team/member-sorts.ts'
import { type AreaPage, areaPage, switched } from './area-page.tsx'
import { auditSearch, getChoice, toText } from './search.ts'

const withBilling = (page: AreaPage): AreaPage => ({
  ...switched('billing:all', 'Billing', page),
  isOffered: ({ capabilities }) => capabilities.includes('billing'),
})

/** Below `/org/{slug}`, next to the organization's home. */
export const pages: readonly AreaPage[] = [
  areaPage(
    '/org/{slug}/team',
    { load: () => import('../areas/team/TeamPage.tsx'), name: 'TeamPage' },
    ({ slug = '' }, search) => ({
      slug,
      search: toText(search, 'search'),
      sort: getChoice(search, 'sort', memberSorts),
    }),
  ),
  areaPage(
    '/org/{slug}/audit',
    { load: () => import('../areas/audit/AuditPage.tsx'), name: 'AuditPage' },
    ({ slug = '' }, search) => ({ slug, filter: auditSearch(search) }),
  ),
  switched(
    'organization:show_security_settings',
    'Security',
    areaPage(
      '/org/{slug}/security',
      {
        load: () => import('../areas/organization-settings/SecurityPage.tsx'),
        name: 'SecurityPage',
      },
      ({ slug = '' }) => ({ slug }),
    ),
  ),
  switched(
    'organization:show_sso_settings',
    'Single sign-on',
    areaPage(
      '/org/{slug}/sso',
      {
        load: () => import('../areas/single-sign-on/SingleSignOnPage.tsx'),
        name: 'SingleSignOnPage',
      },
      ({ slug = '' }) => ({ slug }),
    ),
  ),
  areaPage(
    '/org/{slug}/general',
    {
      load: () => import('../areas/organization-settings/GeneralPage.tsx'),
      name: 'GeneralPage',
    },
    ({ slug = '' }) => ({ slug }),
  ),
  withBilling(
    areaPage(
      '/org/{slug}/billing',
      { load: () => import('../areas/billing/BillingPage.tsx'), name: 'BillingPage' },
      ({ slug = '' }, search) => ({
        slug,
        show: getChoice(search, 'show', ['plans']),
        plan: getChoice(search, 'plan', organizationPlans),
      }),
    ),
  ),
  withBilling(
    areaPage(
      '/org/{slug}/usage',
      { load: () => import('../areas/usage/UsagePage.tsx'), name: 'UsagePage' },
      ({ slug = '' }, search) => ({
        slug,
        at: toText(search, 'at'),
        project: toText(search, 'project'),
      }),
    ),
  ),
]
