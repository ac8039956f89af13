import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const wrappers: Area = {
  pages: [
    page(path('/project/{ref}/database/wrappers'), {
      guard: 'database',
      load: () => import('./WrappersPage.tsx'),
      entries: [
        {
          label: 'Wrappers',
          section: 'Database',
          position: 43.7,
          words: 'foreign data wrappers servers tables postgres_fdw remote import',
        },
      ],
    }),
  ],
}
