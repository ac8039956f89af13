import { Database } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const database = path('/project/{ref}/database')

export const migrations: Area = {
  sections: [{ name: 'Database', icon: Database, keys: 'g d', below: database }],
  pages: [
    redirectFrom(database, { guard: 'project', to: ({ ref }) => paths.schemaDiagram(ref) }),
    page(paths.migrations, {
      guard: 'database',
      load: () => import('./MigrationsPage.tsx'),
      entries: [
        {
          label: 'Migrations',
          section: 'Database',
          position: 40,
          words: 'database schema changes history',
        },
      ],
    }),
  ],
}
