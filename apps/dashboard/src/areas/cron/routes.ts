import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const cron: Area = {
  pages: [
    page(path('/project/{ref}/integrations/cron'), {
      guard: 'database',
      load: () => import('./CronPage.tsx'),
      entries: [
        {
          label: 'Cron',
          section: 'Integrations',
          position: 69,
          words: 'pg_cron jobs schedules scheduled times runs timer',
        },
      ],
    }),
  ],
}
