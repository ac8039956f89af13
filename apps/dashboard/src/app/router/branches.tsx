import type { Install } from '@basalt/contract/utility'
import { useQuery } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'

import { paths } from '../../lib/paths.ts'
import type { Guard } from '../../lib/routes/area.ts'
import { type AnyPath, path } from '../../lib/routes/path.ts'
import { profileQuery } from '../../lib/session/account.ts'
import { currentProfile } from '../../lib/session/session.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { RootLayout } from '../shell/RootLayout.tsx'
import { Shell } from '../shell/Shell.tsx'
import { DatabaseGate } from './DatabaseGate.tsx'
import {
  type GuardContext,
  refuseOrganization,
  requireOperator,
  requireOrganization,
  requireProject,
  requireSession,
} from './guards.ts'

type Visit = {
  context: GuardContext
  params: Readonly<Record<string, string>>
  location: { pathname: string; searchStr: string }
}

type Kind = {
  guard: Guard
  /** Pages of the branch lie below it. */
  path?: AnyPath
  enter?: (visit: Visit) => Promise<void> | void
  frame?: RouteComponent
}

type Branch = {
  route: AnyRoute
  /** The part of its pages' paths that the branch has itself. */
  above: string
  hasPath: boolean
}

/** The routes that guard pages and frame them; they have no page of their own. */
export function buildBranches({ capabilities }: Install) {
  const root: AnyRoute = createRootRouteWithContext<GuardContext>()({
    component: RootLayout,
    notFoundComponent: NotFound,
  })
  const branch = (parent: Pick<Branch, 'route' | 'above'>, kind: Kind): Branch => ({
    route: buildBranch(parent.route, kind),
    above: kind.path?.template ?? parent.above,
    hasPath: kind.path !== undefined,
  })
  const base = { route: root, above: '' }
  const signedIn = branch(base, {
    guard: 'signed-in',
    enter: ({ context, location }) => requireSession(context, location),
    frame: Shell,
  })
  const project = branch(signedIn, {
    guard: 'project',
    path: paths.project,
    enter: ({ context, params }) => requireProject(context, params['ref'] ?? ''),
  })
  const branches: Record<Guard, Branch> = {
    public: branch(base, { guard: 'public' }),
    visitor: branch(base, {
      guard: 'visitor',
      // A failure to find out who somebody is keeps nobody from asking for help.
      enter: async ({ context: { client, install } }) => {
        await currentProfile(client, install).catch(() => undefined)
      },
      frame: VisitorFrame,
    }),
    'signed-in': signedIn,
    account: branch(signedIn, { guard: 'account', path: path('/account') }),
    organization: branch(signedIn, {
      guard: 'organization',
      path: paths.organization,
      enter: ({ context, params: { slug = '' }, location }) =>
        capabilities.includes('organizations')
          ? requireOrganization(context, slug, location.pathname)
          : // SPEC.md section 2, "Route guard": without organizations no slug is known.
            refuseOrganization(paths.defaultProject, slug),
    }),
    project,
    database: branch(project, { guard: 'database', frame: DatabaseGate }),
    operator: branch(signedIn, {
      guard: 'operator',
      path: paths.operator,
      enter: ({ context }) => requireOperator(context),
    }),
  }
  return { root, branches }
}

function buildBranch(parent: AnyRoute, { guard, path: above, enter, frame }: Kind): AnyRoute {
  const options = {
    getParentRoute: () => parent,
    component: frame ?? Outlet,
    ...(enter !== undefined && { beforeLoad: enter }),
  }
  return above === undefined
    ? createRoute({ ...options, id: `guard-${guard}` })
    : createRoute({ ...options, path: above.template.replaceAll(/\{(\w+)\}/gu, '$$$1') })
}

function VisitorFrame() {
  const { data: profile } = useQuery({ ...profileQuery(), enabled: false })
  return profile === undefined ? <Outlet /> : <Shell />
}
