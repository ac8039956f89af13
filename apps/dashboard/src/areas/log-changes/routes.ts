import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const logChanges: Area = {
  pages: [
    page(path('/project/{ref}/logs/changes'), {
      guard: 'project',
      load: () => import('./LogChangesPage.tsx'),
      entries: [
        {
          label: 'What changed?',
          section: 'Logs',
          position: 73,
          words: 'logs compare regression deploy migration new errors patterns difference',
        },
      ],
    }),
  ],
}
