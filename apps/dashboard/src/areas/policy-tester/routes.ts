import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const policyTester: Area = {
  pages: [
    page(paths.policyTester, {
      guard: 'database',
      load: () => import('./PolicyTesterPage.tsx'),
      entries: [
        {
          label: 'Policy tester',
          section: 'Database',
          position: 44,
          words: 'row level security rls policies roles claims test',
        },
      ],
    }),
  ],
}
