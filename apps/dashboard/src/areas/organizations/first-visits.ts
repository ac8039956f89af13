import { paths } from '../../lib/paths.ts'
import type { FirstVisit } from '../../lib/routes/first-visit.ts'

export const firstVisits: readonly FirstVisit[] = [
  { path: paths.organizations, component: 'OrganizationsPage', calls: [] },
]
