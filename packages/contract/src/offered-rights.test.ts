import { isProjectRight, isRightOffered, rights, rightsFor } from '@basalt/access'
import { expect, test } from 'vitest'

import * as contract from './index.ts'
import type { AnyRoute } from './route.ts'

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

const routes = Object.values(contract)
  .flatMap((group) => (typeof group === 'object' && group !== null ? Object.values(group) : []))
  .filter(isRoute)

/** Rights that the code of a route requires in addition to the route's own. */
const requestedInside = [
  'project.project-management.transfer',
  'project.project-management.create',
  'sql-editor.shared-queries.delete',
]

test('a route requires every right that an install with databases only offers', () => {
  const requested = new Set(
    routes.flatMap(({ permission }) =>
      typeof permission === 'object' ? rightsFor(permission).map(({ id }) => id) : [],
    ),
  )
  const offered = rights.filter((right) => isProjectRight(right) && isRightOffered(right, []))
  const idle = offered.filter(({ id }) => !requested.has(id)).map(({ id }) => id)
  expect(idle).toEqual(requestedInside)
})
