import { grantsOfScope, scopeIds, tokenAllows, tokenAllowsAccount } from '@basalt/access'
import { expect, test } from 'vitest'

import { routeName } from './boot.ts'
import { everyRoute } from './testing/every-route.ts'

const everything = { scopes: scopeIds, organizationSlugs: null, projectRefs: null }

/** Changes of ownership need a browser session. */
const browserOnly = ['write:Update members.ownership']

test('every permission of a route is in some scope, or listed here as in none', () => {
  const requested = everyRoute.flatMap(({ permission }) =>
    typeof permission === 'object' ? [permission] : [],
  )
  expect(requested.length).toBeGreaterThan(20)
  const outside = requested
    .filter((permission) => !tokenAllows(everything, { ...permission, organizationSlug: 'acme' }))
    .map(({ action, resource }) => `${action} ${resource}`)
  expect(outside.filter((permission) => !browserOnly.includes(permission))).toEqual([])
})

test('every scope that a route of the account names exists', () => {
  const named = everyRoute.flatMap(({ token }) =>
    token === undefined || token === 'session-only' ? [] : [token],
  )
  expect(named).toEqual(
    expect.arrayContaining(['organizations_read', 'organizations_create', 'projects_read']),
  )
  for (const scope of named) {
    expect(scopeIds).toContain(scope)
    expect(tokenAllowsAccount(everything, scope)).toBe(true)
  }
})

test('scopes that list projects or organizations can also read them', () => {
  for (const id of ['projects_read', 'organizations_read', 'organization_projects_read']) {
    expect(grantsOfScope(id).some(({ action }) => action === 'read:Read')).toBe(true)
  }
})

/** Routes that could restore access to an account, or lock its owner out. */
const guarded =
  /^\/platform\/profile\/(?:access-tokens|sessions|password|email|identities|deletion|security|authenticators|passkeys|recovery-codes|confirm)/u

test('no token, classic or fine-grained, reaches routes that decide about access', () => {
  const open = everyRoute.filter(
    ({ path, permission, token }) =>
      guarded.test(path) && permission !== 'public' && token !== 'session-only',
  )
  expect(open.map(routeName)).toEqual([])
})
