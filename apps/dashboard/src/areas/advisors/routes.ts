import { ShieldCheck } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const home = path('/project/{ref}/advisors')

// Open also while the database is away: the findings of the last run are stored.
export const advisors: Area = {
  sections: [{ name: 'Advisors', icon: ShieldCheck, keys: 'g v', below: home }],
  pages: [
    redirectFrom(home, { guard: 'project', to: ({ ref }) => paths.securityAdvisor(ref) }),
    page(paths.securityAdvisor, {
      guard: 'project',
      load: () => import('./AdvisorPages.tsx'),
      name: 'SecurityPage',
      entries: [
        {
          label: 'Security advisor',
          section: 'Advisors',
          position: 60,
          words: 'advisors lint linter findings rls row level security exposed',
        },
      ],
    }),
    page(paths.performanceAdvisor, {
      guard: 'project',
      load: () => import('./AdvisorPages.tsx'),
      name: 'PerformancePage',
      entries: [
        {
          label: 'Performance advisor',
          section: 'Advisors',
          position: 61,
          words: 'advisors lint linter findings indexes unused duplicate slow',
        },
      ],
    }),
    page(paths.securityRules, {
      guard: 'project',
      load: () => import('./AdvisorPages.tsx'),
      name: 'SecurityRulesPage',
      entries: [
        {
          label: 'Security rules',
          section: 'Advisors',
          position: 62,
          preview: 'advisor-rules',
          words: 'advisors disable ignore rules',
        },
      ],
    }),
    page(paths.performanceRules, {
      guard: 'project',
      load: () => import('./AdvisorPages.tsx'),
      name: 'PerformanceRulesPage',
      entries: [
        {
          label: 'Performance rules',
          section: 'Advisors',
          position: 63,
          preview: 'advisor-rules',
          words: 'advisors disable ignore rules',
        },
      ],
    }),
  ],
}
