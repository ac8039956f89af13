import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const extensions: Area = {
  pages: [
    page(paths.extensions, {
      guard: 'database',
      load: () => import('./ExtensionsPage.tsx'),
      entries: [
        {
          label: 'Extensions',
          section: 'Database',
          position: 43,
          words: 'database extensions pgvector postgis contrib',
        },
      ],
    }),
  ],
}
