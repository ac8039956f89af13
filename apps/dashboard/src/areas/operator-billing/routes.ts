import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const gates = {
  guard: 'operator',
  needs: 'billing',
  feature: { key: 'billing:all', name: 'Billing' },
} as const

const inOperator = { section: 'Operator', detail: 'Operator' }

export const operatorBilling: Area = {
  pages: [
    page(path('/operator/invoices'), {
      ...gates,
      load: () => import('./InvoicesPage.tsx'),
      entries: [{ ...inOperator, label: 'Invoices', position: 162, words: 'billing payments' }],
    }),
    page(path('/operator/credits'), {
      ...gates,
      load: () => import('./CreditsPage.tsx'),
      entries: [{ ...inOperator, label: 'Credits', position: 163, words: 'billing' }],
    }),
  ],
}
