// @vitest-environment jsdom
import { rulesOfGuest } from '@basalt/access'
import type { SsoProvider, SsoState } from '@basalt/contract/organization/single-sign-on'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, type Answers, refusal, rulesFor, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const path = '/platform/organizations/acme/sso'
const redirect = 'https://basalt.test/sign-in-sso/return'
const nothing: SsoState = { provider: null, redirect_uri: redirect, is_offered: true }

const provider: SsoProvider = {
  issuer: 'https://id.acme.test',
  client_id: 'basalt',
  domains: [
    {
      domain: 'acme.test',
      verified_at: null,
      record: { name: '_basalt.acme.test', value: 'basalt-verification=abc' },
    },
  ],
  email_claim: 'email',
  name_claim: 'name',
  groups_claim: null,
  group_roles: [],
  default_role: 'Developer',
  is_enabled: true,
  is_required: false,
  linked_accounts: 3,
  updated_at: '2026-01-01T00:00:00Z',
}

const open = (state: SsoState, more: Answers = {}) =>
  openApp('/org/acme/sso', signedIn({ [`GET ${path}`]: state, ...more }))

const form = () => screen.findByRole('form', { name: 'Identity provider' })

describe('setting up single sign-on', () => {
  test('shows the redirect URI, reports missing values at their field, and sends the rest', async () => {
    const user = userEvent.setup()
    const saved = { ...nothing, provider }
    const { calls } = open(nothing, { [`PUT ${path}`]: saved })
    const fields = within(await form())
    expect(screen.getByText(redirect)).toBeTruthy()
    await user.type(fields.getByLabelText('Issuer URL'), 'id.acme.test')
    await user.click(fields.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Enter a URL that begins with https://')).toBeTruthy()
    expect(screen.getByText('Enter the client id')).toBeTruthy()
    expect(screen.getByText('Enter the client secret')).toBeTruthy()
    expect(screen.getByText('Enter at least one domain')).toBeTruthy()
    expect(calls.some(({ route }) => route === `PUT ${path}`)).toBe(false)

    await user.clear(fields.getByLabelText('Issuer URL'))
    await user.type(fields.getByLabelText('Issuer URL'), 'https://id.acme.test')
    await user.type(fields.getByLabelText('Client ID'), 'basalt')
    await user.type(fields.getByLabelText('Client secret'), 'secret')
    await user.type(fields.getByLabelText('Email domains'), 'Acme.test, acme.test')
    await user.type(fields.getByLabelText(/^Groups claim/u), 'groups')
    await user.click(fields.getByRole('button', { name: 'Add group' }))
    await user.type(fields.getByLabelText('Name of group 1'), 'leads')
    await user.selectOptions(fields.getByLabelText('Role of group 1'), 'Administrator')
    await user.click(fields.getByLabelText('Allow sign-in through this provider'))
    await user.click(fields.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(calls.find(({ route }) => route === `PUT ${path}`)?.body).toEqual({
        issuer: 'https://id.acme.test',
        client_id: 'basalt',
        client_secret: 'secret',
        domains: ['acme.test'],
        email_claim: 'email',
        name_claim: 'name',
        groups_claim: 'groups',
        group_roles: [{ group: 'leads', role: 'Administrator' }],
        default_role: 'Developer',
        is_enabled: true,
        is_required: false,
      }),
    )
    expect(await screen.findByText('Waiting for a domain')).toBeTruthy()
  })

  test('shows a refusal of the server at its field', async () => {
    const user = userEvent.setup()
    const message = 'acme.test belongs to another organization'
    open(
      { ...nothing, provider },
      { [`PUT ${path}`]: refusal(400, { message, fields: { domains: message } }) },
    )
    const fields = within(await form())
    expect(fields.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await user.type(fields.getByLabelText('Email domains'), '\nb.test')
    await user.click(fields.getByRole('button', { name: 'Save' }))
    expect(await fields.findByText(message)).toBeTruthy()
    expect(fields.getByLabelText('Email domains').getAttribute('aria-invalid')).toBe('true')
  })
})

test('the test of a connection shows the provider’s answer', async () => {
  const user = userEvent.setup()
  const { calls } = open(
    { ...nothing, provider },
    {
      [`POST ${path}/test`]: {
        issuer: 'https://id.acme.test',
        authorization_endpoint: 'https://id.acme.test/authorize',
        token_endpoint: 'https://id.acme.test/token',
        jwks_uri: 'https://id.acme.test/keys',
        signing_keys: 2,
        scopes: ['openid'],
        claims: [],
        warnings: ['It does not support the scope email, so email addresses may be missing.'],
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText('Connection succeeded, but')).toBeTruthy()
  expect(screen.getByText('https://id.acme.test/keys (2 keys)')).toBeTruthy()
  expect(screen.getByText(/does not support the scope email/u)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toContainEqual({ issuer: 'https://id.acme.test' })
})

test('a domain shows its DNS record, and why it was not found', async () => {
  const user = userEvent.setup()
  const message = 'The TXT record _basalt.acme.test was not found.'
  open(
    { ...nothing, provider },
    { [`POST ${path}/domains/acme.test/verify`]: refusal(400, { message }) },
  )
  expect(await screen.findByText('basalt-verification=abc')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check record' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('removing names the affected users and requires typing the slug', async () => {
  const user = userEvent.setup()
  const { calls } = open({ ...nothing, provider }, { [`DELETE ${path}`]: nothing })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/3 accounts lose their link/u)).toBeTruthy()
  await user.type(dialog.getByLabelText('Type acme to confirm'), 'acme')
  await user.click(dialog.getByRole('button', { name: 'Remove single sign-on' }))
  await waitFor(() => expect(calls.some(({ route }) => route === `DELETE ${path}`)).toBe(true))
  await waitFor(() => expect(screen.queryByText('basalt-verification=abc')).toBeNull())
})

describe('users without the right to change it', () => {
  test('see everything read-only as administrators, with the reason', async () => {
    open(
      { ...nothing, provider },
      { 'GET /platform/profile/permissions': rulesFor('Administrator') },
    )
    const fields = within(await form())
    expect(
      screen.getByText('You need additional permissions to change single sign-on: an owner can.'),
    ).toBeTruthy()
    for (const name of ['Save', 'Test connection', 'Check record', 'Remove']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    }
    expect(fields.getByLabelText('Issuer URL').hasAttribute('readonly')).toBe(true)
    expect(fields.getByLabelText('Role on first join').hasAttribute('disabled')).toBe(true)
  })

  test('see the reason with roles in single projects only, and no request is sent', async () => {
    const { calls } = open(
      { ...nothing, provider },
      {
        'GET /platform/profile/permissions': rulesOfGuest('acme'),
        'GET /platform/organizations': [{ ...acme, role: 'Project member' }],
      },
    )
    expect(await screen.findByText('Only members of the organization have access')).toBeTruthy()
    expect(calls.some(({ route }) => route === `GET ${path}`)).toBe(false)
  })

  test('below the Team plan see which plan offers it', async () => {
    open({ ...nothing, is_offered: false })
    expect(
      await screen.findByText('Single sign-on requires the Team plan', { selector: 'p' }),
    ).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
  })
})
