import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'

import { type GuardContext, requireSession } from './guards.ts'
import { NotFound } from './shell/NotFound.tsx'
import { RootLayout } from './shell/RootLayout.tsx'
import { Shell } from './shell/Shell.tsx'

export const rootRoute = createRootRouteWithContext<GuardContext>()({
  component: RootLayout,
  notFoundComponent: NotFound,
})

/** Everything that needs a session, inside the frame. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => requireSession(context, location),
  component: Shell,
})
