import type { AccessToken } from '@basalt/contract/account/access-tokens'
import type { Install } from '@basalt/contract/utility'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { install, refusal, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = 'GET /platform/profile/access-tokens'
const create = 'POST /platform/profile/access-tokens'
const secret = 'bsl_1234567890abcdef'

const deploy: AccessToken = {
  id: 't1',
  name: 'deploy script',
  prefix: 'bsl_1234',
  kind: 'classic',
  scopes: [],
  reach: 'all',
  organizations: [],
  projects: [],
  expires_at: null,
  is_expired: false,
  created_at: '2026-01-02T00:00:00Z',
  last_used_at: null,
}

const open = (answers = {}, url = '/account/tokens') =>
  openApp(url, signedIn({ [list]: [], ...answers }))

const openForm = (answers = {}, services: Install['capabilities'] = ['data-api', 'storage']) =>
  openApp('/account/tokens/new', signedIn({ [list]: [], ...answers }), {
    ...install,
    capabilities: [...install.capabilities, ...services],
  })

/** A server that stores created tokens and reveals each only once. */
function tokenServer() {
  const stored: AccessToken[] = []
  return {
    [list]: () => [...stored],
    [create]: (body: unknown) => {
      const { name } = body as { name: string }
      stored.push({ ...deploy, name })
      return { ...deploy, name, token: secret }
    },
  }
}

test('an empty list explains tokens and shows an example call', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'No access tokens yet' })).toBeTruthy()
  expect(screen.getByText(/Authorization: Bearer/u).textContent).toContain('/platform/projects')
  expect(screen.getByRole('link', { name: 'New token' }).getAttribute('href')).toBe(
    '/account/tokens/new',
  )
})

test('a form that was filled in is not left without a question', async () => {
  const { address } = openForm()
  await userEvent.type(await screen.findByLabelText('Name'), 'deploy')
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(address()).toBe('/account/tokens/new')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'deploy')
})

test('a new token is shown once, for copying, and the list never contains it', async () => {
  const user = userEvent.setup()
  const { address } = openForm(tokenServer())
  await user.click(await screen.findByRole('radio', { name: /Classic/u }))
  await user.type(screen.getByLabelText('Name'), 'deploy script{Enter}')
  const shown = await screen.findByRole('dialog', { name: 'Token for deploy script' })
  expect(within(shown).getByText(secret)).toBeTruthy()
  expect(within(shown).getByText(/cannot be shown again/u)).toBeTruthy()

  await user.click(within(shown).getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(secret)
  await user.click(within(shown).getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('deploy script')).toBeTruthy()
  expect(address()).toBe('/account/tokens')
  expect(document.body.textContent).not.toContain(secret)
})

test('a fine-grained token has the chosen scopes, and those they require', async () => {
  const user = userEvent.setup()
  const { calls } = openForm(tokenServer())
  await user.type(await screen.findByLabelText('Name'), 'reader')
  await user.selectOptions(screen.getByLabelText('Expires'), 'Never')
  await user.click(screen.getByRole('radio', { name: /Projects/u }))
  await user.click(await screen.findByRole('checkbox', { name: /Shop/u }))
  const row = screen.getByRole('group', { name: 'API Key Secrets' })
  await user.click(within(row).getByRole('radio', { name: 'Read' }))
  expect(within(row).getByRole('radio', { name: 'Read and write' }).hasAttribute('disabled')).toBe(
    true,
  )
  expect(screen.getByText(/2 resources selected/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Token for reader' })
  expect(calls.find(({ route }) => route === create)?.body).toEqual({
    name: 'reader',
    kind: 'fine-grained',
    scopes: ['api_gateway_keys_secret_read', 'api_gateway_keys_read'],
    reach: 'projects',
    project_refs: [shop.ref],
    expires: 'never',
  })
})

test('a preset adds its scopes, the filter finds a resource, and Clear removes all', async () => {
  const user = userEvent.setup()
  openForm()
  await user.selectOptions(await screen.findByLabelText('Add a preset'), 'storage:write')
  expect(screen.getByText(/2 resources selected/u)).toBeTruthy()
  await user.type(screen.getByLabelText('Filter resources'), 'storage')
  expect(screen.queryByRole('group', { name: 'Database' })).toBeNull()
  const row = screen.getByRole('group', { name: 'Storage' })
  expect(within(row).getByRole('radio', { name: 'Read and write' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByText(/0 resources selected/u)).toBeTruthy()
})

test('only scopes of the install’s services can be chosen', async () => {
  openForm({}, [])
  const presets = await screen.findByLabelText('Add a preset')
  const offered = [...within(presets).getAllByRole('option')].map(({ textContent }) => textContent)
  expect(offered.slice(1)).toEqual([
    'database:read',
    'organizations:read',
    'projects:read',
    'database:write',
    'organizations:write',
    'projects:write',
  ])
  expect(screen.getByRole('group', { name: 'Database' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: /Storage|Auth|Edge|Realtime|Branch/u })).toBeNull()
})

test('a missing value is reported at its field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { calls } = openForm()
  await user.type(await screen.findByLabelText('Name'), '   {Enter}')
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Choose at least one permission')).toBeTruthy()
  expect(calls.map(({ route }) => route)).not.toContain(create)
})

test('a refusal of a field is shown there, and typed values stay', async () => {
  const user = userEvent.setup()
  openForm({
    [create]: refusal(400, {
      kind: 'invalid_request',
      message: 'The input is not valid',
      fields: { name: 'There is a token of this name' },
    }),
  })
  await user.click(await screen.findByRole('radio', { name: /Classic/u }))
  await user.type(screen.getByLabelText('Name'), 'deploy{Enter}')
  expect(await screen.findByText('There is a token of this name')).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'deploy')
})

test('a failure without a field is reported as well', async () => {
  const user = userEvent.setup()
  openForm({ [create]: refusal(403, { kind: 'forbidden', message: 'Tokens are switched off' }) })
  await user.click(await screen.findByRole('radio', { name: /Classic/u }))
  await user.type(screen.getByLabelText('Name'), 'deploy{Enter}')
  expect(await screen.findByText('Tokens are switched off')).toBeTruthy()
})

test('tokens are grouped by kind, with their rights, limits and expiry', async () => {
  const limited: AccessToken = {
    ...deploy,
    id: 't3',
    name: 'reader',
    kind: 'fine-grained',
    scopes: ['database_read'],
    reach: 'organizations',
    organizations: [{ slug: 'acme', name: 'Acme' }],
    is_expired: true,
    expires_at: '2026-01-03T00:00:00Z',
  }
  open({ [list]: [deploy, limited] })
  expect(await screen.findByRole('heading', { name: 'Classic tokens' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Fine-grained tokens' })).toBeTruthy()
  expect(screen.getByText('Reads 1 resource in Acme')).toBeTruthy()
  expect(screen.getByText('Expired')).toBeTruthy()
})

test('each token shows its prefix and its last use', async () => {
  const used = {
    ...deploy,
    id: 't2',
    name: 'backup',
    prefix: 'bsl_9999',
    last_used_at: new Date(Date.now() - 2 * 3600 * 1000).toISOString(),
  }
  open({ [list]: [deploy, used] })
  await screen.findByText('backup')
  const rows = within(screen.getByRole('main')).getAllByRole('row').slice(1)
  expect(rows[0]?.textContent).toContain('never used')
  expect(rows[1]?.textContent).toContain('bsl_9999…')
  expect(rows[1]?.textContent).toContain('used 2 hours ago')
})

test('revoking asks first, names the token and the effects', async () => {
  let isPresent = true
  const route = 'DELETE /platform/profile/access-tokens/t1'
  const { calls } = open({
    [list]: () => (isPresent ? [deploy] : []),
    [route]: () => {
      isPresent = false
      return { ok: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Revoke deploy script$/u }))
  const question = await screen.findByRole('dialog', { name: 'Revoke deploy script?' })
  expect(within(question).getByText(/stop working immediately/u)).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(calls.map(({ route: requested }) => requested)).not.toContain(route)

  await userEvent.click(screen.getByRole('button', { name: /^Revoke deploy script$/u }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }))
  expect(await screen.findByRole('heading', { name: 'No access tokens yet' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failed revocation keeps its dialog open with the reason', async () => {
  open({
    [list]: [deploy],
    'DELETE /platform/profile/access-tokens/t1': refusal(404, {
      kind: 'not_found',
      message: 'The token was already revoked',
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Revoke deploy script$/u }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke deploy script?' })
  expect(await within(question).findByText('The token was already revoked')).toBeTruthy()
})
