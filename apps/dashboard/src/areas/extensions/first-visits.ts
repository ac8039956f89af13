import { databaseExtensions } from '@basalt/contract/database/extensions'

import { paths } from '../../lib/paths.ts'
import type { FirstVisit } from '../../lib/routes/first-visit.ts'

export const firstVisits: readonly FirstVisit[] = [
  {
    path: paths.extensions,
    component: 'ExtensionsPage',
    calls: [{ route: databaseExtensions.list, input: { params: { ref: '{ref}' } } }],
  },
]
