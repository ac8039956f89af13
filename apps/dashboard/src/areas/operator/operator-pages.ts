import type { Capability } from '@basalt/contract/route'

import { paths } from '../../lib/paths.ts'

type OperatorPage = { label: string; href: string; needs?: Capability }

/** The pages of the operator area, in the order of their links. */
export const operatorPages: readonly OperatorPage[] = [
  { label: 'Incidents', href: paths.operator() },
  { label: 'Notices', href: paths.operatorNotices() },
  { label: 'Invoices', href: paths.operatorInvoices(), needs: 'billing' },
  { label: 'Credits', href: paths.operatorCredits(), needs: 'billing' },
  { label: 'Support', href: paths.operatorSupport() },
  { label: 'Sales', href: paths.operatorSales() },
  { label: 'Release gates', href: paths.operatorReleaseGates() },
]
