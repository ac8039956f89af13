import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type AccessRequest, can } from './can.ts'
import { rights, rightsFor } from './rights.ts'
import { rulesOfRights } from './roles.ts'
import { resourcesOfGroup, scopeGroupNames, scopesOfGroup } from './scope-groups.ts'
import { scopeCategories } from './scope.ts'
import {
  grantsOfScope,
  missingNeeds,
  getMode,
  scopeIds,
  scopeResources,
  scopesOfMode,
  tokenAllows,
  tokenAllowsAccount,
  type TokenReach,
} from './scopes.ts'

const everything: TokenReach = { scopes: scopeIds, organizationSlugs: null, projectRefs: null }
const named = (resource: string) => {
  const found = scopeResources.find((one) => one.resource === resource)
  if (found === undefined) throw new Error(`There is no ${resource}`)
  return found
}

/** Actions that no scope allows a fine-grained token. */
const ownersOnly = ['members.ownership.transfer']

describe('the table of scopes', () => {
  test('has 45 resources with 87 scopes, each once, in categories that exist', () => {
    expect(scopeResources).toHaveLength(45)
    expect(scopeIds).toHaveLength(87)
    expect(new Set(scopeIds).size).toBe(87)
    const known = scopeCategories.map(({ id }) => id)
    expect(scopeResources.filter(({ category }) => !known.includes(category))).toEqual([])
  })

  test('grants only rights that some role has', () => {
    const invented = scopeIds.flatMap((id) =>
      grantsOfScope(id).filter(
        ({ action, resource }) =>
          rightsFor({ action, resource }).length === 0 &&
          !rights.some((right) =>
            right.grants.some((grant) =>
              tokenAllows(
                { ...everything, scopes: [id] },
                { action: grant.action, resource: grant.resource, organizationSlug: 'acme' },
              ),
            ),
          ),
      ),
    )
    expect(invented).toEqual([])
  })

  test('covers every right of the rights table except those named here', () => {
    const unreachable = rights.filter((right) =>
      right.grants.some((grant) => !tokenAllows(everything, { ...grant, organizationSlug: 'a' })),
    )
    expect(unreachable.map(({ id }) => id)).toEqual(ownersOnly)
  })

  test('offers none, read and read-write; read-only resources lack read-write', () => {
    expect(scopesOfMode(named('project:database'), 'none')).toEqual([])
    expect(scopesOfMode(named('project:database'), 'read')).toEqual(['database_read'])
    expect(scopesOfMode(named('project:database'), 'read-write')).toHaveLength(2)
    expect(scopesOfMode(named('project:advisors'), 'read-write')).toEqual(['advisors_read'])
  })

  test.each(scopeResources.map((resource) => [resource.resource, resource] as const))(
    'mode %s survives the conversion to scopes and back',
    (_, resource) => {
      for (const mode of ['none', 'read'] as const) {
        expect(getMode(resource, new Set(scopesOfMode(resource, mode)))).toBe(mode)
      }
    },
  )

  test('scopes for secrets require the scope of their resource', () => {
    expect(missingNeeds(['api_gateway_keys_secret_read'])).toEqual([
      { name: 'API Key Secrets', needs: 'API Keys' },
    ])
    expect(missingNeeds(['data_api_config_secret_read'])).toHaveLength(1)
    expect(missingNeeds(['data_api_config_secret_read', 'data_api_config_read'])).toEqual([])
  })
})

describe('a fine-grained token', () => {
  const reading: AccessRequest = {
    action: 'tenant:Sql:Read:Select',
    resource: 'rows',
    organizationSlug: 'acme',
    projectRef: 'shop',
  }

  test('with the scope to read a database runs queries in read-only transactions', () => {
    const reach = { ...everything, scopes: ['database_read'] }
    expect(tokenAllows(reach, reading)).toBe(true)
    expect(tokenAllows(reach, { ...reading, action: 'tenant:Sql:Write:Insert' })).toBe(false)
    expect(tokenAllows(reach, { ...reading, action: 'tenant:Sql:Query' })).toBe(true)
  })

  test('of a project can read the project, which its address requires', () => {
    const reach = { ...everything, scopes: ['storage_read'], projectRefs: ['shop'] }
    const seeing = { ...reading, action: 'read:Read', resource: 'projects' }
    expect(tokenAllows(reach, seeing)).toBe(true)
    expect(tokenAllows(reach, { ...seeing, projectRef: 'blog' })).toBe(false)
  })

  test('limited to one project reaches no other project and nothing of the organization', () => {
    const reach = { ...everything, projectRefs: ['shop'] }
    expect(tokenAllows(reach, reading)).toBe(true)
    expect(tokenAllows(reach, { ...reading, projectRef: 'blog' })).toBe(false)
    const members = { action: 'read:Read', resource: 'members', organizationSlug: 'acme' }
    expect(tokenAllows(reach, members)).toBe(false)
    expect(tokenAllows(everything, members)).toBe(true)
  })

  test('limited to one organization reaches no other, and limited to none reaches nothing', () => {
    const reach = { ...everything, organizationSlugs: ['acme'] }
    expect(tokenAllows(reach, reading)).toBe(true)
    expect(tokenAllows(reach, { ...reading, organizationSlug: 'other' })).toBe(false)
    expect(tokenAllows({ ...everything, organizationSlugs: [] }, reading)).toBe(false)
  })

  test('uses exactly the account routes that its scopes name', () => {
    const reach = { ...everything, scopes: ['organizations_read', 'organizations_create'] }
    expect(tokenAllowsAccount(reach, 'organizations_read')).toBe(true)
    expect(tokenAllowsAccount(reach, 'projects_read')).toBe(false)
    expect(tokenAllowsAccount(reach, undefined)).toBe(false)
  })

  test('with limits cannot create organizations', () => {
    expect(tokenAllowsAccount(everything, 'organizations_create')).toBe(true)
    const limited = { ...everything, organizationSlugs: ['acme'] }
    expect(tokenAllowsAccount(limited, 'organizations_create')).toBe(false)
    expect(tokenAllowsAccount({ ...everything, projectRefs: [] }, 'organizations_create')).toBe(
      false,
    )
  })

  const slugs = ['acme', 'other']
  const refs = ['shop', 'blog']
  const request = fc.record({
    right: fc.constantFrom(...rights.flatMap(({ grants }) => grants)),
    organizationSlug: fc.constantFrom(...slugs),
    projectRef: fc.option(fc.constantFrom(...refs), { nil: undefined }),
  })
  const limit = (names: string[]) => fc.option(fc.subarray(names), { nil: null })

  test('never exceeds its owner, for any rules, scopes and limits', () => {
    const held = fc.subarray(rights.map(({ id }) => id))
    const owner = fc.array(
      fc.record({
        ids: held,
        organizationSlug: fc.constantFrom(...slugs),
        projectRefs: fc.subarray(refs),
      }),
      { maxLength: 3 },
    )
    const reach = fc.record({
      scopes: fc.subarray([...scopeIds]),
      organizationSlugs: limit(slugs),
      projectRefs: limit(refs),
    })
    fc.assert(
      fc.property(owner, reach, request, (roles, limits, { right, ...place }) => {
        const rules = roles.flatMap(({ ids, ...scope }) => rulesOfRights(ids, scope))
        const requested = { ...right, ...place }
        const tokenCan = can(rules, requested) && tokenAllows(limits, requested)
        expect(!tokenCan || can(rules, requested)).toBe(true)
        // Removing a scope or narrowing a limit never allows more.
        const fewer = { ...limits, scopes: limits.scopes.slice(1) }
        expect(!tokenAllows(fewer, requested) || tokenAllows(limits, requested)).toBe(true)
        const inside = { ...limits, projectRefs: ['shop'] }
        expect(!tokenAllows(inside, requested) || place.projectRef === 'shop').toBe(true)
      }),
    )
  })
})

describe('API scopes (each read or write): analytics, auth, database, domains, edge_functions, environment, organizations, projects, rest, secrets, storage', () => {
  test('are these eleven, each made of existing resources', () => {
    expect(scopeGroupNames.join(', ')).toBe(
      'analytics, auth, database, domains, edge_functions, environment, organizations, projects, rest, secrets, storage',
    )
    for (const name of scopeGroupNames) resourcesOfGroup(name).forEach(named)
  })

  test.each(scopeGroupNames)(
    '%s: write includes read, adds scopes, and requires no others',
    (name) => {
      const [read, write] = [scopesOfGroup(name, 'read'), scopesOfGroup(name, 'write')]
      expect(read.length).toBeGreaterThan(0)
      expect(read.every((id) => id.endsWith('_read'))).toBe(true)
      expect(write).toEqual(expect.arrayContaining(read))
      expect(write.length).toBeGreaterThan(read.length)
      expect(missingNeeds(write)).toEqual([])
      expect(missingNeeds(read)).toEqual([])
    },
  )
})
