import { createRoute, redirect } from '@tanstack/react-router'

import { paths } from '../lib/paths.ts'
import { anySearch, area } from './area.tsx'
import { signedInRoute } from './root.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/$',
  validateSearch: anySearch,
  beforeLoad: ({ params: { _splat: rest = '' } }) => {
    // The area has no page at its root: its first one is shown.
    if (rest === '') throw redirect({ href: paths.account(), replace: true })
  },
  component: area(() => import('./account-pages.tsx')),
})
