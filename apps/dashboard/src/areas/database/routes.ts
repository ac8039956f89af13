import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'
import { kindNames } from './kind-names.ts'

export const database: Area = {
  pages: [
    page(paths.databaseObjects, {
      guard: 'database',
      load: () => import('./ObjectsPage.tsx'),
      entries: kindNames.map(({ kind, label, words }, at) => ({
        label,
        section: 'Database',
        position: 42 + at / 100,
        words: `database ${words}`,
        href: (ref) => paths.databaseObjects(ref, kind),
      })),
    }),
    page(paths.databaseObject, { guard: 'database', load: () => import('./ObjectPages.tsx') }),
  ],
}
