import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const alerts: Area = {
  pages: [
    // Open also while the database is away.
    page(path('/project/{ref}/observability/alerts'), {
      guard: 'project',
      load: () => import('./AlertsPage.tsx'),
      entries: [
        {
          label: 'Alerts',
          section: 'Observability',
          position: 66,
          words: 'rules notifications errors email webhook silence monitoring',
        },
      ],
    }),
  ],
}
