import { Activity } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const observability: Area = {
  sections: [{ name: 'Observability', icon: Activity, keys: 'g b', below: paths.observability }],
  pages: [
    // Open also while the database is away: this is when people look.
    page(paths.observability, {
      guard: 'project',
      load: () => import('./overview/ObservabilityPage.tsx'),
      entries: [
        {
          label: 'Observability',
          section: 'Observability',
          position: 65,
          words: 'reports metrics charts cpu memory latency errors requests monitoring health',
        },
      ],
    }),
    page(paths.observabilityPage, {
      guard: 'project',
      load: () => import('./pages/ReportPage.tsx'),
    }),
  ],
}
