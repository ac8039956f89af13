import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const design: Area = {
  pages: [
    page(path('/design'), {
      guard: 'public',
      needs: 'development',
      load: () => import('./DesignPage.tsx'),
    }),
  ],
}
