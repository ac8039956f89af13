import { createRoute, Outlet, redirect } from '@tanstack/react-router'

import { exportSorts } from '../areas/project-export/export-sorts.ts'
import { paths } from '../lib/paths.ts'
import { storage } from '../lib/storage/storage.ts'
import { DatabaseGate } from './DatabaseGate.tsx'
import { requireProject } from './guards.ts'
import { page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { getChoice, type RawSearch, toText } from './search.ts'
import { FramedNotFound } from './shell/NotFound.tsx'

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
    () => import('../areas/project-home/ProjectHomePage.tsx'),
    'ProjectHomePage',
    ({ ref = '' }) => ({ projectRef: ref }),
  ),
})

const exportSearch = (raw: RawSearch) => ({
  search: toText(raw, 'search'),
  sort: getChoice(raw, 'sort', exportSorts),
})

/** Open also while the database's other pages are closed. */
const exportRoute = createRoute({
  getParentRoute,
  path: '/settings/export',
  validateSearch: exportSearch,
  component: page(
    () => import('../areas/project-export/ExportPage.tsx'),
    'ExportPage',
    ({ ref = '' }, search: ReturnType<typeof exportSearch>) => ({ projectRef: ref, ...search }),
  ),
})

/** Sections without a page of their own redirect to the page with their content. */
const sections: Readonly<Record<string, (ref: string) => string>> = {
  settings: paths.project,
  database: paths.migrations,
}

const otherRoute = createRoute({
  getParentRoute,
  path: '/$',
  beforeLoad: ({ params: { ref, _splat: rest = '' } }) => {
    const buildPath = sections[rest.replace(/\/$/u, '')]
    if (buildPath !== undefined) throw redirect({ href: buildPath(ref), replace: true })
  },
  component: FramedNotFound,
})

const databaseRoute = createRoute({ getParentRoute, id: 'database', component: DatabaseGate })

const inDatabase = () => databaseRoute

const sqlRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/sql',
  beforeLoad: ({ params }) => {
    throw redirect({
      href: paths.sql(params.ref, storage.lastSnippet(params.ref).get()),
      replace: true,
    })
  },
})

const snippetRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/sql/$id',
  component: page(
    () => import('../areas/sql-editor/SqlPage.tsx'),
    'SqlPage',
    ({ ref = '', id = 'new' }, search: Record<string, string>) => ({ projectRef: ref, id, search }),
  ),
})

const loadTemplates = () => import('../areas/sql-editor/snippets/TemplatesPage.tsx')

const templatesRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/sql/templates',
  component: page(loadTemplates, 'TemplatesPage', ({ ref = '' }) => ({ projectRef: ref })),
})

const examplesRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/sql/examples',
  component: page(loadTemplates, 'QuickstartsPage', ({ ref = '' }) => ({ projectRef: ref })),
})

const migrationsRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/database/migrations',
  component: page(
    () => import('../areas/migrations/MigrationsPage.tsx'),
    'MigrationsPage',
    ({ ref = '' }) => ({ projectRef: ref }),
  ),
})

const loadTablePage = () => import('../areas/table-editor/TablePage.tsx')

/** The list and the tabs stay while tables are opened next to them. */
const editorRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/editor',
  component: page(loadTablePage, 'TablePage', ({ ref = '', id }) => ({
    projectRef: ref,
    ...(id !== undefined && { tableId: Number(id) }),
    panel: <Outlet />,
  })),
})

const inEditor = () => editorRoute

const lastTableRoute = createRoute({
  getParentRoute: inEditor,
  path: '/',
  component: page(loadTablePage, 'LastTable', ({ ref = '' }) => ({ projectRef: ref })),
})

const newTableSearch = (raw: RawSearch) => ({ schema: toText(raw, 'schema') })

const newTableRoute = createRoute({
  getParentRoute: inEditor,
  path: '/new',
  validateSearch: newTableSearch,
  component: page(
    () => import('../areas/table-editor/table-panel/NewTablePage.tsx'),
    'NewTablePage',
    ({ ref = '' }, search: ReturnType<typeof newTableSearch>) => ({ projectRef: ref, ...search }),
  ),
})

const tableRoute = createRoute({
  getParentRoute: inEditor,
  path: '/$id',
  beforeLoad: ({ params }) => {
    if (!/^\d+$/u.test(params.id)) throw redirect({ href: paths.editor(params.ref) })
  },
})

const privilegesSearch = (raw: RawSearch) => ({
  schema: toText(raw, 'schema'),
  table: toText(raw, 'table'),
  role: toText(raw, 'role'),
})

const columnPrivilegesRoute = createRoute({
  getParentRoute: inDatabase,
  path: '/database/column-privileges',
  validateSearch: privilegesSearch,
  component: page(
    () => import('../areas/column-privileges/ColumnPrivilegesPage.tsx'),
    'ColumnPrivilegesPage',
    ({ ref = '' }, search: ReturnType<typeof privilegesSearch>) => ({ projectRef: ref, ...search }),
  ),
})

export const projectRoutes = () => [
  projectRoute.addChildren([
    homeRoute,
    exportRoute,
    otherRoute,
    databaseRoute.addChildren([
      sqlRoute,
      templatesRoute,
      examplesRoute,
      snippetRoute,
      editorRoute.addChildren([lastTableRoute, newTableRoute, tableRoute]),
      columnPrivilegesRoute,
      migrationsRoute,
    ]),
  ]),
]
