import { scopeGroupNames, scopeIds, scopeResources } from '@basalt/access'
import type { AccessToken } from '@basalt/contract/account/access-tokens'
import { describe, expect, test } from 'vitest'

import {
  getBody,
  emptyForm,
  placeOf,
  listProblems,
  summarize,
  withGroup,
  withMode,
} from './token-form.ts'

const named = (resource: string) => {
  const found = scopeResources.find((one) => one.resource === resource)
  if (found === undefined) throw new Error(`There is no ${resource}`)
  return found
}
const secrets = named('project:api_gateway_keys_secret')
const keys = named('project:api_gateway_keys')
const none = new Set<string>()

describe('choosing', () => {
  test('requirements of a resource are added with it, and removed with it', () => {
    const chosen = withMode(none, secrets, 'read')
    expect([...chosen].toSorted()).toEqual([
      'api_gateway_keys_read',
      'api_gateway_keys_secret_read',
    ])
    expect([...withMode(chosen, keys, 'none')]).toEqual([])
  })

  test('a required resource with a higher mode keeps it', () => {
    const writing = withMode(none, keys, 'read-write')
    expect(withMode(writing, secrets, 'read')).toContain('api_gateway_keys_write')
  })

  test('changing one resource does not affect the others', () => {
    const chosen = withMode(withMode(none, named('project:storage'), 'read'), keys, 'read-write')
    expect([...withMode(chosen, keys, 'read')].toSorted()).toEqual([
      'api_gateway_keys_read',
      'storage_read',
    ])
  })

  test.each(scopeGroupNames)('the preset %s adds existing, permitted scopes', (group) => {
    for (const access of ['read', 'write'] as const) {
      const scopes = withGroup(new Set(['snippets_read']), {
        group,
        access,
        offered: scopeResources,
      })
      expect(scopes.has('snippets_read')).toBe(true)
      expect([...scopes].filter((id) => !scopeIds.includes(id))).toEqual([])
      expect(listProblems({ ...emptyForm, name: 'x', scopes })).toEqual({})
    }
  })
})

describe('the form', () => {
  const ready = { ...emptyForm, name: 'CI', scopes: new Set(['database_read']) }

  test.each([
    ['name', { name: '  ' }],
    ['scopes', { scopes: none }],
    ['scopes', { scopes: new Set(['data_api_config_secret_read']) }],
    ['organization_slugs', { reach: 'organizations' as const }],
    ['project_refs', { reach: 'projects' as const }],
    ['expires_at', { expires: 'custom' as const }],
  ])('reports at %s a missing value', (field, change) => {
    expect(Object.keys(listProblems({ ...ready, ...change }))).toEqual([field])
    expect(listProblems(ready)).toEqual({})
  })

  test('sends only fields that belong to the choice', () => {
    const chosen = { ...ready, slugs: ['acme'], refs: ['shop'] }
    expect(getBody({ ...chosen, kind: 'classic' })).toEqual({
      name: 'CI',
      kind: 'classic',
      expires: '30-days',
    })
    expect(getBody({ ...chosen, reach: 'projects' })).toEqual({
      name: 'CI',
      kind: 'fine-grained',
      scopes: ['database_read'],
      reach: 'projects',
      project_refs: ['shop'],
      expires: '30-days',
    })
  })

  test('a custom lifetime lasts to the end of the chosen day', () => {
    const { expires_at } = getBody({ ...ready, expires: 'custom', lastDay: '2026-12-24' })
    const at = new Date(expires_at ?? '')
    expect([at.getDate(), at.getHours(), at.getMinutes()]).toEqual([24, 23, 59])
  })
})

const token: AccessToken = {
  id: 't',
  name: 'CI',
  prefix: 'bslt_123',
  kind: 'fine-grained',
  scopes: ['database_read', 'storage_read', 'storage_write'],
  reach: 'all',
  organizations: [],
  projects: [],
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  is_expired: false,
  last_used_at: null,
}

test('a token describes its rights and limits in words', () => {
  expect(summarize(token)).toBe('Reads 1, reads and writes 1 resources')
  expect(summarize({ ...token, scopes: ['database_read'] })).toBe('Reads 1 resource')
  expect(placeOf(token)).toBe('everywhere')
  const limited = { ...token, reach: 'projects' as const }
  expect(placeOf({ ...limited, projects: [{ ref: 'a', name: 'Shop' }] })).toBe('in Shop')
  expect(placeOf(limited)).toBe('no access: its organizations or projects were deleted')
})
