import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const projectExport: Area = {
  pages: [
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
