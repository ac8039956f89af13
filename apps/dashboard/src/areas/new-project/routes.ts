import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const newProject: Area = {
  pages: [
    page(paths.newProject, {
      guard: 'signed-in',
      needs: 'organizations',
      load: () => import('./NewProjectPage.tsx'),
    }),
  ],
}
