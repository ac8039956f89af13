import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const pricing: Area = {
  pages: [
    page(paths.pricing, {
      guard: 'public',
      needs: 'billing',
      feature: { key: 'billing:all', name: 'Billing' },
      load: () => import('./PricingPage.tsx'),
      entries: [{ label: 'Pricing', position: 151, words: 'plans prices costs compute' }],
    }),
  ],
}
