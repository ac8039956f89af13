import { expect, test } from 'vitest'

import { organizationPlans } from './organizations/organizations.ts'
import { planOfRoleKind, roleKinds, listRoleKinds } from './role-kinds.ts'

test('"Free and Pro: Owner, Admin, Developer": roles for the whole organization only', () => {
  expect(listRoleKinds('free')).toEqual(['organization'])
  expect(listRoleKinds('pro')).toEqual(['organization'])
})

test('"Team adds Read-only and predefined project-scoped roles"', () => {
  expect(listRoleKinds('team')).toEqual(['organization', 'read-only', 'project'])
})

test('"Enterprise adds custom project-scoped roles"', () => {
  expect(listRoleKinds('enterprise')).toEqual([...roleKinds])
})

test('the plan that a kind of role names is the first that offers it', () => {
  for (const kind of roleKinds) {
    const first = organizationPlans.find((plan) => listRoleKinds(plan).includes(kind))
    expect(planOfRoleKind(kind)).toBe(first)
  }
})
