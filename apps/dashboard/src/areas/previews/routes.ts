import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const previews: Area = {
  pages: [
    page(path('/operator/release-gates'), {
      guard: 'operator',
      load: () => import('./ReleaseGatesPage.tsx'),
      entries: [
        {
          label: 'Release gates',
          detail: 'Operator',
          section: 'Operator',
          position: 166,
          words: 'previews flags',
        },
      ],
    }),
  ],
}
