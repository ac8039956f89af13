import { type Area, page } from '../../lib/routes/area.ts'
import { design as designPath } from './paths.ts'

export const design: Area = {
  pages: [
    page(designPath, {
      guard: 'public',
      needs: 'development',
      load: () => import('./DesignPage.tsx'),
    }),
  ],
}
