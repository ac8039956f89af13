import { Settings2 } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const settings = path('/project/{ref}/settings')

export const projectExport: Area = {
  sections: [{ name: 'Settings', icon: Settings2, keys: 'g c', below: settings }],
  pages: [
    redirectFrom(settings, { guard: 'project', to: ({ ref }) => paths.project(ref) }),
    // Open also while the database is away.
    page(paths.projectExport, {
      guard: 'project',
      load: () => import('./ExportPage.tsx'),
      entries: [
        {
          label: 'Export data',
          section: 'Settings',
          position: 80,
          words: 'backup backups dump download',
        },
      ],
    }),
  ],
}
