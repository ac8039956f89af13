import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const team: Area = {
  pages: [
    page(paths.team, {
      guard: 'organization',
      load: () => import('./TeamPage.tsx'),
      entries: [
        {
          label: 'Team',
          section: 'Organization',
          position: 111,
          words: 'members users people roles permissions invitations invite',
        },
      ],
    }),
  ],
}
