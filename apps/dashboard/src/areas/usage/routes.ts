import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const usage: Area = {
  pages: [
    page(paths.organizationUsage, {
      guard: 'organization',
      needs: 'billing',
      feature: { key: 'billing:all', name: 'Billing' },
      load: () => import('./UsagePage.tsx'),
      entries: [
        {
          label: 'Usage',
          section: 'Organization',
          position: 112,
          words: 'quota quotas egress compute size reports',
        },
      ],
    }),
  ],
}
