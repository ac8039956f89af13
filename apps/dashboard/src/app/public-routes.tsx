import { createRoute } from '@tanstack/react-router'

import { anySearch, area } from './area.tsx'
import { noProps, page } from './page.tsx'
import { rootRoute } from './root.tsx'
import { NotFound } from './shell/NotFound.tsx'

const getParentRoute = () => rootRoute

const signInRoute = createRoute({
  getParentRoute,
  path: '/sign-in',
  component: page(() => import('../areas/sign-in/SignInPage.tsx'), 'SignInPage', noProps),
})

const logoutRoute = createRoute({
  getParentRoute,
  path: '/logout',
  component: page(() => import('../areas/sign-in/LogoutPage.tsx'), 'LogoutPage', noProps),
})

/** All other addresses show the not-found page. */
const otherRoute = createRoute({
  getParentRoute,
  path: '/$',
  validateSearch: anySearch,
  component: area(() => import('./public-pages.tsx'), NotFound),
})

/** Routes without a session. */
export const publicRoutes = [signInRoute, logoutRoute, otherRoute]
