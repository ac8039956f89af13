import { paths } from '../../lib/paths.ts'

type OperatorPage = { label: string; href: string }

/** The pages of the operator area, in the order of their links. */
export const operatorPages: readonly OperatorPage[] = [
  { label: 'Incidents', href: paths.operator() },
  { label: 'Notices', href: paths.operatorNotices() },
  { label: 'Support', href: paths.operatorSupport() },
  { label: 'Sales', href: paths.operatorSales() },
  { label: 'Release gates', href: paths.operatorReleaseGates() },
]
