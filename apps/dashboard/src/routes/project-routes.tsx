import { createRoute, Outlet, redirect } from '@tanstack/react-router'

import { exportSorts } from '../features/project-export/export-sorts.ts'
import { paths } from '../lib/paths.ts'
import { DatabaseGate } from './DatabaseGate.tsx'
import { requireProject } from './guards.ts'
import { page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { choiceOf, type RawSearch, textOf } from './search.ts'

const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/project/$ref',
  beforeLoad: ({ context, params }) => requireProject(context, params.ref),
  component: Outlet,
})

const getParentRoute = () => projectRoute

const homeRoute = createRoute({
  getParentRoute,
  path: '/',
  component: page(
    () => import('../features/project-home/ProjectHomePage.tsx'),
    'ProjectHomePage',
    ({ ref = '' }) => ({ projectRef: ref }),
  ),
})

const exportSearch = (raw: RawSearch) => ({
  search: textOf(raw, 'search'),
  sort: choiceOf(raw, 'sort', exportSorts),
})

/** Open also while the database's other pages are closed. */
const exportRoute = createRoute({
  getParentRoute,
  path: '/settings/export',
  validateSearch: exportSearch,
  component: page(
    () => import('../features/project-export/ExportPage.tsx'),
    'ExportPage',
    ({ ref = '' }, search: ReturnType<typeof exportSearch>) => ({ projectRef: ref, ...search }),
  ),
})

const databaseRoute = createRoute({ getParentRoute, id: 'database', component: DatabaseGate })

const inDatabase = () => databaseRoute

const sqlRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/sql',
  beforeLoad: ({ params }) => {
    throw redirect({ href: paths.sql(params.ref), replace: true })
  },
})

const snippetRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/sql/$id',
  component: page(
    () => import('../features/sql-editor/SqlPage.tsx'),
    'SqlPage',
    ({ ref = '', id = 'new' }) => ({ projectRef: ref, id }),
  ),
})

const loadTablePage = () => import('../features/table-editor/TablePage.tsx')

const editorRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/editor',
  component: page(loadTablePage, 'TablePage', ({ ref = '' }) => ({ projectRef: ref })),
})

const tableRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/editor/$id',
  beforeLoad: ({ params }) => {
    if (!/^\d+$/u.test(params.id)) throw redirect({ href: paths.editor(params.ref) })
  },
  component: page(loadTablePage, 'TablePage', ({ ref = '', id }) => ({
    projectRef: ref,
    tableId: Number(id),
  })),
})

const privilegesSearch = (raw: RawSearch) => ({
  schema: textOf(raw, 'schema'),
  table: textOf(raw, 'table'),
  role: textOf(raw, 'role'),
})

const columnPrivilegesRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/database/column-privileges',
  validateSearch: privilegesSearch,
  component: page(
    () => import('../features/column-privileges/ColumnPrivilegesPage.tsx'),
    'ColumnPrivilegesPage',
    ({ ref = '' }, search: ReturnType<typeof privilegesSearch>) => ({ projectRef: ref, ...search }),
  ),
})

export const projectRoutes = () => [
  projectRoute.addChildren([
    homeRoute,
    exportRoute,
    databaseRoute.addChildren([
      sqlRoute,
      snippetRoute,
      editorRoute,
      tableRoute,
      columnPrivilegesRoute,
    ]),
  ]),
]
