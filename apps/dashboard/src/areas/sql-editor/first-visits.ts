import { snippets } from '@basalt/contract/project/snippets'

import { paths } from '../../lib/paths.ts'
import type { FirstVisit } from '../../lib/routes/first-visit.ts'

const component = 'SqlPage'

/** The open query. The server leaves out ids that are none, such as `new`. */
export const firstVisits: readonly FirstVisit[] = [
  { path: paths.lastSql, component, calls: [] },
  {
    path: paths.snippet,
    component,
    calls: [{ route: snippets.get, input: { params: { ref: '{ref}', id: '{id}' } } }],
  },
]
