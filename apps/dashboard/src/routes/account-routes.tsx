import type { Install } from '@basalt/contract'
import { createRoute } from '@tanstack/react-router'

import { noProps, page } from './page.tsx'
import { signedInRoute } from './root.tsx'

const getParentRoute = () => signedInRoute

const profileRoute = createRoute({
  getParentRoute,
  path: '/account/me',
  component: page(() => import('../features/account/AccountPage.tsx'), 'AccountPage', noProps),
})

const securityRoute = createRoute({
  getParentRoute,
  path: '/account/security',
  component: page(() => import('../features/account/SecurityPage.tsx'), 'SecurityPage', noProps),
})

const tokensRoute = createRoute({
  getParentRoute,
  path: '/account/tokens',
  component: page(() => import('../features/account/TokensPage.tsx'), 'TokensPage', noProps),
})

/** Without accounts there is nothing personal but the theme. */
export const accountRoutes = ({ capabilities }: Install) =>
  capabilities.includes('accounts') ? [profileRoute, securityRoute, tokensRoute] : [profileRoute]
