import { describe, expect, test } from 'vitest'

import { can, type PermissionRule } from './can.ts'
import { rights } from './rights.ts'

const rule = (over: Partial<PermissionRule> = {}): PermissionRule => ({
  organization_slug: 'acme',
  actions: ['billing:Read'],
  resources: ['stripe.%'],
  project_refs: [],
  restrictive: false,
  condition: null,
  ...over,
})
const request = {
  action: 'billing:Read',
  resource: 'stripe.customer',
  organizationSlug: 'acme',
}

/** SPEC.md section 6, a test per sentence. */
describe('roles and permissions', () => {
  test('“a user may perform an action on a resource if at least one non-restrictive rule matches …', () => {
    expect(can([], request)).toBe(false)
    expect(can([rule({ actions: ['billing:Write'] }), rule()], request)).toBe(true)
  })

  test('… and no restrictive rule matches”', () => {
    expect(can([rule(), rule({ restrictive: true })], request)).toBe(false)
    expect(can([rule(), rule({ restrictive: true, resources: ['projects'] })], request)).toBe(true)
  })

  test.each([
    ['organization slug', rule({ organization_slug: 'other' })],
    ['action pattern', rule({ actions: ['billing:Write'] })],
    ['resource pattern (% is a wildcard)', rule({ resources: ['stripe'] })],
    [
      'and an optional condition on the resource name',
      rule({ condition: { '===': [{ var: 'resource_name' }, 'stripe.invoices'] } }),
    ],
  ])('“a rule matches on %s”', (_, other) => {
    expect(can([rule()], request)).toBe(true)
    expect(can([other], request)).toBe(false)
  })

  test('a rule matches when its condition on the resource name is true', () => {
    const condition = { '===': [{ var: 'resource_name' }, 'stripe.customer'] }
    expect(can([rule({ condition })], request)).toBe(true)
  })

  test('“when a project is given, rules listing project_refs are tried first …', () => {
    const denied = rule({ project_refs: ['shop'], restrictive: true })
    expect(can([rule(), denied], { ...request, projectRef: 'shop' })).toBe(false)
    expect(can([rule(), denied], { ...request, projectRef: 'warehouse' })).toBe(true)
  })

  test('… otherwise only rules with no project_refs apply”', () => {
    const inShop = rule({ project_refs: ['shop'] })
    expect(can([inShop], { ...request, projectRef: 'shop' })).toBe(true)
    expect(can([inShop], { ...request, projectRef: 'warehouse' })).toBe(false)
    expect(can([inShop], request)).toBe(false)
  })

  test.each([
    'billing:Read',
    'billing:Write',
    'analytics',
    'functions',
    'secrets',
    'storage',
    'realtime:Admin:Read',
    'realtime:Admin:Write',
    'replication:Admin:Read',
    'replication:Admin:Write',
    'tenant:Sql:Read:Select',
    'tenant:Sql:Write:%',
  ])('the table knows the action name %s', (action) => {
    const names = rights.flatMap(({ grants }) => grants.map((grant) => grant.action))
    expect(names.some((name) => name === action || name.startsWith(`${action}:`))).toBe(true)
  })
})
