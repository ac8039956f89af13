import { isProjectRight, isRightOffered, rights, rightsFor } from '@basalt/access'
import { expect, test } from 'vitest'

import { everyRoute } from './testing/every-route.ts'

/** Rights that the code of a route requires in addition to the route's own. */
const requestedInside = [
  'project.project-management.transfer',
  'project.project-management.create',
  'sql-editor.shared-queries.delete',
]

test('a route requires every right that an install with databases only offers', () => {
  const requested = new Set(
    everyRoute.flatMap(({ permission }) =>
      typeof permission === 'object' ? rightsFor(permission).map(({ id }) => id) : [],
    ),
  )
  const offered = rights.filter((right) => isProjectRight(right) && isRightOffered(right, []))
  const idle = offered.filter(({ id }) => !requested.has(id)).map(({ id }) => id)
  expect(idle).toEqual(requestedInside)
})
