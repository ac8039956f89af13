import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

/** The kinds of objects that have a list and a page; `kinds.ts` says how they look. */
const kinds = [
  {
    kind: 'functions',
    label: 'Functions',
    words: 'procedures rpc',
  },
  { kind: 'indexes', label: 'Indexes', words: 'concurrently unused duplicate reindex' },
  { kind: 'policies', label: 'Policies', words: 'row level security rls restrictive permissive' },
  { kind: 'roles', label: 'Roles', words: 'users logins groups memberships' },
  { kind: 'sequences', label: 'Sequences', words: 'numbers serial identity nextval' },
  {
    kind: 'publications',
    label: 'Publications',
    words: 'logical replication changes subscription',
  },
  { kind: 'types', label: 'Types', words: 'enum composite domain range values' },
  { kind: 'triggers', label: 'Triggers', words: 'events' },
  { kind: 'event-triggers', label: 'Event triggers', words: 'ddl commands login' },
  { kind: 'views', label: 'Views', words: 'queries security invoker' },
  {
    kind: 'materialized-views',
    label: 'Materialized views',
    words: 'refresh concurrently snapshot',
  },
] as const

const tables = path('/project/{ref}/database/tables')
const table = path('/project/{ref}/database/tables/{id}')

export const database: Area = {
  pages: [
    // Tables are objects like the others, with an editor of their own.
    redirectFrom(tables, { guard: 'database', to: ({ ref }) => paths.editor(ref) }),
    redirectFrom(table, { guard: 'database', to: ({ ref, id }) => paths.table(ref, id) }),
    page(paths.databaseObjects, {
      guard: 'database',
      load: () => import('./ObjectsPage.tsx'),
      entries: kinds.map(({ kind, label, words }, at) => ({
        label,
        section: 'Database',
        position: 42 + at / 100,
        words: `database ${words}`,
        href: (ref) => paths.databaseObjects(ref, kind),
      })),
    }),
    page(paths.dependencies, {
      guard: 'database',
      load: () => import('./DependenciesPage.tsx'),
      entries: [
        {
          label: 'Dependencies',
          section: 'Database',
          position: 43.5,
          words: 'drop cascade breaks needs dependents',
        },
      ],
    }),
    page(paths.databaseObject, { guard: 'database', load: () => import('./ObjectPages.tsx') }),
  ],
}
