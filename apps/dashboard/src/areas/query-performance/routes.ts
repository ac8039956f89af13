import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const queryPerformance: Area = {
  pages: [
    // Open also while the database is away: samples are stored.
    page(paths.queryPerformance, {
      guard: 'project',
      load: () => import('./QueryPerformancePage.tsx'),
      entries: [
        {
          label: 'Query performance',
          section: 'Advisors',
          position: 64,
          words: 'advisors slow queries statements pg_stat_statements explain locks waits',
        },
      ],
    }),
  ],
}
