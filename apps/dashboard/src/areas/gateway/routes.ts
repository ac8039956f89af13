import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const gateway: Area = {
  pages: [
    // Open also while the database is away: the page then says so.
    page(path('/project/{ref}/settings/gateway'), {
      guard: 'project',
      load: () => import('./GatewayPage.tsx'),
      entries: [
        {
          label: 'API gateway',
          section: 'Settings',
          position: 81,
          words: 'url address health requests logs rest clients',
        },
      ],
    }),
  ],
}
