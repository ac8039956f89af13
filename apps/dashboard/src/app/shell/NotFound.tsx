import { lazyRouteComponent } from '@tanstack/react-router'

const load = () => import('./NotFoundPage.tsx')

/** The page for every other path. */
export const NotFound = lazyRouteComponent(load, 'NotFoundPage')

/** The same for paths of a project, an organization or an account. */
export const FramedNotFound = lazyRouteComponent(
  () => import('../../product/NotFoundText.tsx'),
  'FramedNotFound',
)
