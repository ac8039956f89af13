import { Settings2 } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const settings = path('/project/{ref}/settings')

export const projectSettings: Area = {
  sections: [{ name: 'Settings', icon: Settings2, keys: 'g c', below: settings }],
  pages: [
    redirectFrom(settings, { guard: 'project', to: ({ ref }) => paths.projectGeneral(ref) }),
    // Open also while the database is away.
    page(paths.projectGeneral, {
      guard: 'project',
      load: () => import('./GeneralPage.tsx'),
      entries: [
        {
          label: 'General',
          section: 'Settings',
          position: 76,
          words: 'project name rename production delete',
        },
      ],
    }),
    page(paths.projectDatabase, {
      guard: 'database',
      load: () => import('./DatabasePage.tsx'),
      entries: [
        {
          label: 'Database',
          section: 'Settings',
          position: 77,
          words: 'connection string password reset timeouts parameters work_mem',
        },
      ],
    }),
    page(paths.projectInfrastructure, {
      guard: 'database',
      load: () => import('./InfrastructurePage.tsx'),
      entries: [
        {
          label: 'Infrastructure',
          section: 'Settings',
          position: 78,
          words: 'connections sessions locks disk size vacuum replication slots usage',
        },
      ],
    }),
  ],
}
