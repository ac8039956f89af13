import type { Install } from '@basalt/contract'
import { createRoute } from '@tanstack/react-router'

import { noProps, page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { auditSearch } from './search.ts'
import { type RawSearch, textOf } from './search.ts'
import { switchable } from './switchable.tsx'

const getParentRoute = () => signedInRoute

const profileRoute = createRoute({
  getParentRoute,
  path: '/account/me',
  component: page(() => import('../features/account/AccountPage.tsx'), 'AccountPage', noProps),
})

/** The organization that requires a second factor and sent the person here. */
const securitySearch = (raw: RawSearch) => ({ required: textOf(raw, 'required') })

const securityRoute = createRoute({
  getParentRoute,
  path: '/account/security',
  validateSearch: securitySearch,
  component: switchable(
    'account:show_security_settings',
    'Security',
    page(
      () => import('../features/account/SecurityPage.tsx'),
      'SecurityPage',
      (_, search: ReturnType<typeof securitySearch>) => search,
    ),
  ),
})

const tokensRoute = createRoute({
  getParentRoute,
  path: '/account/tokens',
  component: page(() => import('../features/account/TokensPage.tsx'), 'TokensPage', noProps),
})

const auditRoute = createRoute({
  getParentRoute,
  path: '/account/audit',
  validateSearch: auditSearch,
  component: page(
    () => import('../features/audit/AccountAuditPage.tsx'),
    'AccountAuditPage',
    (_, filter: ReturnType<typeof auditSearch>) => ({ filter }),
  ),
})

const newTokenRoute = createRoute({
  getParentRoute,
  path: '/account/tokens/new',
  component: page(() => import('../features/account/NewTokenPage.tsx'), 'NewTokenPage', noProps),
})

/** Without accounts there is nothing personal but the theme. */
export const accountRoutes = ({ capabilities }: Install) =>
  capabilities.includes('accounts')
    ? [profileRoute, securityRoute, tokensRoute, newTokenRoute, auditRoute]
    : [profileRoute, auditRoute]
