import type { AccessToken } from '@basalt/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

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

const open = (answers = {}) => openApp('/account/tokens', signedIn({ [list]: [], ...answers }))

const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'New token' }))
  return screen.findByRole('dialog', { name: 'New access token' })
}

/** A server that keeps what is made and never says a token twice. */
function tokenServer() {
  const kept: AccessToken[] = []
  return {
    [list]: () => [...kept],
    [create]: (body: unknown) => {
      const { name } = body as { name: string }
      kept.push({ ...deploy, name })
      return { ...deploy, name, token: secret }
    },
  }
}

test('an empty list says what a token is for and shows the call to make', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'No access tokens yet' })).toBeTruthy()
  expect(screen.getByText(/Authorization: Bearer/u).textContent).toContain('/platform/projects')
})

test('a new token is shown once, to be copied, and the list never holds it', async () => {
  const user = userEvent.setup()
  open(tokenServer())
  await user.type(within(await ask()).getByLabelText('Name'), 'deploy script{Enter}')
  const shown = await screen.findByRole('dialog', { name: 'Token for deploy script' })
  expect(within(shown).getByText(secret)).toBeTruthy()
  expect(within(shown).getByText(/never shown again/u)).toBeTruthy()

  await user.click(within(shown).getByRole('button', { name: 'Copy' }))
  expect(await within(shown).findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(secret)

  await user.click(within(shown).getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('deploy script')).toBeTruthy()
  expect(screen.getByText('bsl_1234…')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).not.toContain(secret)
})

test('the next token starts with an empty form, not with the last secret', async () => {
  const user = userEvent.setup()
  open(tokenServer())
  await user.type(within(await ask()).getByLabelText('Name'), 'one{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  expect(within(await ask()).getByLabelText('Name')).toHaveProperty('value', '')
})

test('the dialog opens with the cursor in its field and Escape leaves it', async () => {
  open()
  const dialog = await ask()
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Name'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a name of blanks is refused at the field, and nothing is sent', async () => {
  const { calls } = open()
  const name = within(await ask()).getByLabelText('Name')
  await userEvent.type(name, '   {Enter}')
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Enter a name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(calls.map(({ route }) => route)).not.toContain(create)
})

test('what the server says of the name stands at the field, and the name stays typed', async () => {
  open({
    [create]: refusal(409, {
      kind: 'conflict',
      message: 'The input is not valid',
      fields: { name: 'There is a token of this name' },
    }),
  })
  const name = within(await ask()).getByLabelText('Name')
  await userEvent.type(name, 'deploy{Enter}')
  expect(await screen.findByText('There is a token of this name')).toBeTruthy()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(name).toHaveProperty('value', 'deploy')
})

test('a failure that is about no field is said as well', async () => {
  open({ [create]: refusal(403, { kind: 'forbidden', message: 'Tokens are switched off' }) })
  await userEvent.type(within(await ask()).getByLabelText('Name'), 'deploy{Enter}')
  expect(await screen.findByText('Tokens are switched off')).toBeTruthy()
})

test('each token says how it is recognised and when it was used', async () => {
  const used = {
    ...deploy,
    id: 't2',
    name: 'backup',
    prefix: 'bsl_9999',
    last_used_at: new Date(Date.now() - 2 * 3600 * 1000).toISOString(),
  }
  open({ [list]: [deploy, used] })
  await screen.findByText('backup')
  const rows = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('never used')
  expect(rows[1]?.textContent).toContain('bsl_9999…')
  expect(rows[1]?.textContent).toContain('used 2 hours ago')
})

test('revoking asks first, names the token and says what stops', async () => {
  let isThere = true
  const route = 'DELETE /platform/profile/access-tokens/t1'
  const { calls } = open({
    [list]: () => (isThere ? [deploy] : []),
    [route]: () => {
      isThere = false
      return { ok: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke deploy script?' })
  expect(within(question).getByText(/stops working at once/u)).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(calls.map(({ route: asked }) => asked)).not.toContain(route)

  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }))
  expect(await screen.findByRole('heading', { name: 'No access tokens yet' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a token that could not be revoked keeps its question open with the reason', async () => {
  open({
    [list]: [deploy],
    'DELETE /platform/profile/access-tokens/t1': refusal(404, {
      kind: 'not_found',
      message: 'The token is gone already',
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke deploy script?' })
  expect(await within(question).findByText('The token is gone already')).toBeTruthy()
})
