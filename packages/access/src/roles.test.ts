import { describe, expect, test } from 'vitest'

import { can } from './can.ts'
import { type Role, roles } from './right.ts'
import { rulesOfRole } from './roles.ts'

const may = (role: Role, action: string, resource: string) =>
  can(rulesOfRole(role, { organizationSlug: 'acme' }), {
    action,
    resource,
    organizationSlug: 'acme',
    projectRef: 'p1',
  })

describe('rulesOfRole', () => {
  test.each([
    ['write:Create', 'projects', ['Owner', 'Administrator']],
    ['write:Delete', 'projects', ['Owner', 'Administrator']],
    ['write:Update', 'organizations', ['Owner']],
    ['write:Delete', 'organizations', ['Owner']],
    ['billing:Read', 'stripe.customer', ['Owner', 'Administrator', 'Developer', 'Read-only']],
    ['billing:Write', 'stripe.customer', ['Owner', 'Administrator']],
    ['infra:Execute', 'queue_jobs.projects.pause', ['Owner', 'Administrator']],
    ['infra:Execute', 'queue_jobs.projects.restart', ['Owner', 'Administrator', 'Developer']],
    ['tenant:Sql:Read:Select', 'rows', ['Owner', 'Administrator', 'Developer', 'Read-only']],
    ['tenant:Sql:Write:Update', 'rows', ['Owner', 'Administrator', 'Developer']],
    ['write:Update', 'user_content', ['Owner', 'Administrator', 'Developer', 'Read-only']],
  ])('%s on %s belongs to %j', (action, resource, expected) => {
    expect(roles.filter((role) => may(role, action, resource))).toEqual(expected)
  })

  test('a role in one organization has no effect in another', () => {
    const rules = rulesOfRole('Owner', { organizationSlug: 'acme' })
    expect(
      can(rules, { action: 'read:Read', resource: 'projects', organizationSlug: 'other' }),
    ).toBe(false)
  })

  test('a role in one project has no effect in another', () => {
    const rules = rulesOfRole('Developer', { organizationSlug: 'acme', projectRefs: ['p1'] })
    const read = { action: 'read:Read', resource: 'projects', organizationSlug: 'acme' }
    expect(can(rules, { ...read, projectRef: 'p1' })).toBe(true)
    expect(can(rules, { ...read, projectRef: 'p2' })).toBe(false)
  })
})
