import type { SsoProvider, SsoState } from '@basalt/contract/organization/single-sign-on'
import { describe, expect, test } from 'vitest'

import { getBody, domainsIn, getForm, getStatus } from './sso-form.ts'

const provider: SsoProvider = {
  issuer: 'https://id.acme.test',
  client_id: 'basalt',
  domains: [
    { domain: 'acme.test', verified_at: '2026-01-01T00:00:00Z', record: { name: 'n', value: 'v' } },
    { domain: 'acme.example', verified_at: null, record: { name: 'n', value: 'v' } },
  ],
  email_claim: 'email',
  name_claim: 'name',
  groups_claim: null,
  group_roles: [{ group: 'leads', role: 'Administrator' }],
  default_role: 'Developer',
  is_enabled: true,
  is_required: false,
  linked_accounts: 2,
  updated_at: '2026-01-01T00:00:00Z',
}

const state = (change: Partial<SsoProvider> = {}): SsoState => ({
  provider: { ...provider, ...change },
  redirect_uri: 'https://basalt.test/sign-in-sso/return',
  is_offered: true,
})

describe('typed domains', () => {
  test.each([
    ['acme.test, acme.example', ['acme.test', 'acme.example']],
    ['Acme.Test\n\n@acme.test;  b.test ', ['acme.test', 'b.test']],
    ['  ', []],
  ])('%j are parsed as %j', (text, names) => {
    expect(domainsIn(text)).toEqual(names)
  })
})

describe('the form', () => {
  test('sends stored values without a secret when it is untouched', () => {
    const body = getBody(getForm(state()))
    expect(body).toMatchObject({
      issuer: 'https://id.acme.test',
      domains: ['acme.test', 'acme.example'],
      groups_claim: null,
      group_roles: [{ group: 'leads', role: 'Administrator' }],
    })
    expect(body).not.toHaveProperty('client_secret')
  })

  test('a new secret and a new role each change the request body', () => {
    const body = getBody(getForm(state()))
    expect(getBody({ ...getForm(state()), client_secret: 'new' })).not.toEqual(body)
    expect(getBody({ ...getForm(state()), default_role: 'Read-only' })).not.toEqual(body)
  })

  test('never requires a disabled provider', () => {
    const form = { ...getForm(state()), is_enabled: false, is_required: true }
    expect(getBody(form).is_required).toBe(false)
  })

  test('of an organization without a provider starts with common defaults', () => {
    const form = getForm({ ...state(), provider: null })
    expect(form).toMatchObject({ email_claim: 'email', name_claim: 'name', is_enabled: false })
  })
})

describe('the status', () => {
  test.each([
    [{ is_enabled: false }, 'Off'],
    [{ domains: provider.domains.slice(1) }, 'Waiting for a domain'],
    [{}, 'On'],
    [{ is_required: true }, 'Required'],
  ])('of %j is %s', (change, label) => {
    expect(getStatus({ ...provider, ...change }).label).toBe(label)
  })

  test('names verified domains only', () => {
    expect(getStatus(provider).note).toContain('acme.test')
    expect(getStatus(provider).note).not.toContain('acme.example')
  })
})
