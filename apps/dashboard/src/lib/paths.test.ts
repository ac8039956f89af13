import { expect, test } from 'vitest'

import { toLocation } from './location.ts'
import { paths } from './paths.ts'
import { fillPath } from './routes/path.ts'

test('parts of a path are encoded', () => {
  expect(paths.organization('a/b')).toBe('/org/a%2Fb')
})

test('missing parameters are left out', () => {
  expect([
    paths.signIn(),
    paths.newProject('acme'),
    paths.newProject('acme', { plan: 'pro' }),
  ]).toEqual(['/sign-in', '/new/acme', '/new/acme?plan=pro'])
})

test('an unknown organization is named in the query', () => {
  expect(paths.organizations({ error: 'org_not_found', org: 'x y' })).toBe(
    '/organizations?error=org_not_found&org=x+y',
  )
})

test('a path is split into the parts that the router takes', () => {
  expect(toLocation(paths.signIn('/project/a?x=1'))).toEqual({
    to: '/sign-in',
    search: { returnTo: '/project/a?x=1' },
  })
})

test('the fragment is separated from the path', () => {
  expect(paths.organizationBilling('acme')).toBe('/org/acme/billing')
  expect(toLocation(paths.organizationBilling('acme', 'invoices'))).toEqual({
    to: '/org/acme/billing',
    search: {},
    hash: 'invoices',
  })
})

test('a path is built from all of its parts, and from no other', () => {
  // @ts-expect-error -- a part is missing
  expect(paths.team()).toBe('/org/undefined/team')
  // @ts-expect-error -- a part that the path does not have
  expect(paths.team('acme', 'more')).toBe('/org/acme/team')
})

test('a path whose parts are not all known is no address', () => {
  expect(fillPath(paths.team, { slug: 'a b' })).toBe('/org/a%20b/team')
  expect(fillPath(paths.team, { ref: 'shop' })).toBeUndefined()
})
