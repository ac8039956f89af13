import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const logExplorer: Area = {
  pages: [
    page(paths.logExplorer, {
      guard: 'project',
      load: () => import('./LogExplorerPage.tsx'),
      entries: [
        {
          label: 'Log explorer',
          section: 'Logs',
          position: 72,
          words: 'logs query explorer templates',
        },
      ],
    }),
  ],
}
