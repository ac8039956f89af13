import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const contact: Area = {
  pages: [
    page(paths.contactSales, {
      guard: 'public',
      needs: 'billing',
      feature: { key: 'billing:all', name: 'Billing' },
      load: () => import('./ContactPage.tsx'),
    }),
    page(path('/operator/sales'), {
      guard: 'operator',
      load: () => import('./SalesPage.tsx'),
      entries: [
        {
          label: 'Sales',
          detail: 'Operator',
          section: 'Operator',
          position: 165,
          words: 'inquiries enterprise',
        },
      ],
    }),
  ],
}
