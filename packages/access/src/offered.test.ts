import { expect, test } from 'vitest'

import { isRightOffered, isScopeOffered } from './offered.ts'
import { isProjectRight, rights } from './rights.ts'
import { scopeResources } from './scopes.ts'

const everyService = [
  'auth',
  'backups',
  'billing',
  'branching',
  'compliance-reports',
  'custom-domains',
  'data-api',
  'disk-settings',
  'edge-functions',
  'logs',
  'point-in-time-recovery',
  'realtime',
  'replication',
  'storage',
]

const sectionsWith = (services: readonly string[]) => [
  ...new Set(
    rights
      .filter((right) => isProjectRight(right) && isRightOffered(right, services))
      .map(({ section }) => section),
  ),
]

test('an install with databases only offers the rights for databases and queries', () => {
  expect(sectionsWith([])).toEqual(['Project', 'Database Configuration', 'SQL Editor'])
  expect(scopeResources.filter((one) => isScopeOffered(one, [])).map(({ name }) => name))
    .toMatchInlineSnapshot(`
    [
      "Project Settings",
      "Advisors",
      "Database",
      "SQL Snippets",
      "Organizations",
      "Projects (account-wide)",
      "SQL Snippets (account-wide)",
      "Organization Settings",
      "Organization Members",
      "Organization Projects",
    ]
  `)
})

test('a service adds its rights and scopes', () => {
  expect(sectionsWith(['storage'])).toEqual(
    expect.arrayContaining(['Storage', 'Storage Configuration']),
  )
  const storage = scopeResources.filter(({ resource }) => resource.startsWith('project:storage'))
  expect(storage.map((one) => isScopeOffered(one, ['storage']))).toEqual([true, true])
  expect(storage.map((one) => isScopeOffered(one, ['auth']))).toEqual([false, false])
})

test('scopes that allow nothing yet are left out, and so are those of services that do not run', () => {
  const empty = scopeResources.filter(({ scopes }) =>
    scopes.every(([, , ...grants]) => grants.length === 0),
  )
  expect(empty.filter((one) => isScopeOffered(one, [])).map(({ resource }) => resource)).toEqual([])
  expect(rights.filter((one) => isRightOffered(one, everyService)).length).toBeGreaterThan(120)
})
