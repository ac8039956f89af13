import { SquareTerminal } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const inOperator = { section: 'Operator', detail: 'Operator' }

export const operator: Area = {
  sections: [{ name: 'Operator', icon: SquareTerminal, below: paths.operator, isPersonal: true }],
  pages: [
    page(paths.operator, {
      guard: 'operator',
      load: () => import('./IncidentsPage.tsx'),
      entries: [
        { ...inOperator, label: 'Incidents', position: 160, words: 'operator status outage' },
      ],
    }),
    page(path('/operator/notices'), {
      guard: 'operator',
      load: () => import('./NoticesPage.tsx'),
      entries: [{ ...inOperator, label: 'Notices', position: 161, words: 'banners announcements' }],
    }),
    page(path('/operator/jobs'), {
      guard: 'operator',
      load: () => import('./JobsPage.tsx'),
      entries: [{ ...inOperator, label: 'Jobs', position: 167, words: 'workers queue failures' }],
    }),
  ],
}
