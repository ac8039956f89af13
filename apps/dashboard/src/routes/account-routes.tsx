import { createRoute } from '@tanstack/react-router'

import { anySearch, area } from './area.tsx'
import { signedInRoute } from './root.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/$',
  validateSearch: anySearch,
  component: area(() => import('./account-pages.tsx')),
})
