import type { Install } from '@basalt/contract/utility'
import { type AnyRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'

import { paths } from '../../lib/paths.ts'
import type { Guard, Page } from '../../lib/routes/area.ts'
import { getHome } from '../../lib/session/home.ts'
import { areas } from '../areas.ts'
import { FramedNotFound, NotFound } from '../shell/NotFound.tsx'
import { buildBranches } from './branches.tsx'
import { pageComponent } from './page.tsx'

/**
 * The tree of routes: a branch for each guard, with the pages that the areas declare for it.
 * Pages that the install does not offer are not in it, so their addresses do not exist.
 */
export function buildRoutes(install: Install): AnyRoute {
  const { root, branches } = buildBranches(install)
  const pages = areas.flatMap((area) => area.pages).filter((page) => isOffered(page, install))
  const grow = (guard: Guard, nested: readonly AnyRoute[] = []): AnyRoute => {
    const { route, above, hasPath } = branches[guard]
    const own = pages.filter((page) => page.guard === guard)
    const rest = hasPath ? [buildRest(route, FramedNotFound)] : []
    return route.addChildren([
      ...own.map((page) => buildRoute(page, route, above)),
      ...nested,
      ...rest,
    ])
  }
  const signedIn = grow('signed-in', [
    grow('account'),
    grow('organization'),
    grow('project', [grow('database')]),
    grow('operator'),
  ])
  return root.addChildren([
    buildStart(root),
    grow('public'),
    grow('visitor'),
    signedIn,
    buildRest(root, NotFound),
  ])
}

const isOffered = ({ needs }: Page, install: Install): boolean =>
  needs === undefined ||
  (needs === 'development' ? install.development : install.capabilities.includes(needs))

/** `above` is the part of the path that the branch of the page has already. */
function buildRoute(page: Page, parent: AnyRoute, above: string): AnyRoute {
  const { template } = page.path
  const route: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: toRouterPath(template.slice(above.length)),
    component: pageComponent(page),
    beforeLoad: ({ params }: { params: Record<string, string> }) => {
      const href = page.redirect?.(params)
      if (href !== undefined) throw redirect({ href, replace: true })
    },
  })
  if (page.inside === undefined) return route
  return route.addChildren(page.inside.map((inner) => buildRoute(inner, route, template)))
}

const toRouterPath = (template: string) => template.replaceAll(/\{(\w+)\}/gu, '$$$1') || '/'

/** Every path of a branch that no page has. */
const buildRest = (parent: AnyRoute, component: typeof NotFound): AnyRoute =>
  createRoute({ getParentRoute: () => parent, path: '/$', component })

const buildStart = (root: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path: toRouterPath(paths.root.template),
    component: Outlet,
    beforeLoad: ({ context }: { context: { install: Install } }) => {
      throw redirect({ href: getHome(context.install), replace: true })
    },
  })
