import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const billing: Area = {
  pages: [
    page(paths.organizationBilling, {
      guard: 'organization',
      needs: 'billing',
      feature: { key: 'billing:all', name: 'Billing' },
      load: () => import('./BillingPage.tsx'),
      entries: [
        {
          label: 'Billing',
          section: 'Organization',
          position: 113,
          words: 'invoices payment cards spend cap address tax costs',
        },
        {
          label: 'Plans',
          href: paths.organizationPlans,
          position: 114,
          words: 'upgrade downgrade subscription pricing',
        },
      ],
    }),
  ],
}
