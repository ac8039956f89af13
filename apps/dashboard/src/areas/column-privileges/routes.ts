import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const columnPrivileges: Area = {
  pages: [
    page(paths.columnPrivileges, {
      guard: 'database',
      load: () => import('./ColumnPrivilegesPage.tsx'),
      entries: [
        {
          label: 'Column-level privileges',
          section: 'Database',
          position: 41,
          preview: 'CLS',
          words: 'roles grants permissions columns',
        },
      ],
    }),
  ],
}
