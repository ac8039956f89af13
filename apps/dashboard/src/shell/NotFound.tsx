import { lazyRouteComponent } from '@tanstack/react-router'

/** The page for every other path. */
export const NotFound = lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage')
