import { type AreaPage, areaPage, noProps, switched } from './area-page.tsx'
import { auditSearch, toText } from './search.ts'

/** Without accounts only the theme and the activity are personal. */
const withAccounts = (page: AreaPage): AreaPage => ({
  ...page,
  isOffered: ({ capabilities }) => capabilities.includes('accounts'),
})

/** Below `/account`. */
export const pages: readonly AreaPage[] = [
  areaPage(
    '/account/me',
    { load: () => import('../areas/account/AccountPage.tsx'), name: 'AccountPage' },
    noProps,
  ),
  withAccounts(
    switched(
      'account:show_security_settings',
      'Security',
      areaPage(
        '/account/security',
        { load: () => import('../areas/account/SecurityPage.tsx'), name: 'SecurityPage' },
        // The organization that requires a second factor and sent the person here.
        (_, search) => ({ required: toText(search, 'required') }),
      ),
    ),
  ),
  withAccounts(
    areaPage(
      '/account/tokens',
      { load: () => import('../areas/account/TokensPage.tsx'), name: 'TokensPage' },
      noProps,
    ),
  ),
  withAccounts(
    areaPage(
      '/account/tokens/new',
      { load: () => import('../areas/account/NewTokenPage.tsx'), name: 'NewTokenPage' },
      noProps,
    ),
  ),
  areaPage(
    '/account/audit',
    { load: () => import('../areas/audit/AccountAuditPage.tsx'), name: 'AccountAuditPage' },
    (_, search) => ({ filter: auditSearch(search) }),
  ),
]
