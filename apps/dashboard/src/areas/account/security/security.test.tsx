import type { AccountSecurity } from '@basalt/contract/account/second-factors'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, type Answers, refusal, signedIn } from '../../../testing/answers.ts'
import { creationOptions, sentCredential, withPasskeys } from '../../../testing/browser-passkeys.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const times = { created_at: '2026-01-02T00:00:00Z', last_used_at: null }
const phone = { id: 'app', name: 'Phone', ...times }
const laptop = { id: 'key', name: 'Laptop', is_backed_up: true, ...times }
const nothing: AccountSecurity = {
  has_password: true,
  authenticators: [],
  passkeys: [],
  recovery_codes_left: 0,
  passkey_origin: globalThis.location.origin,
}
const withApp: AccountSecurity = { ...nothing, authenticators: [phone], recovery_codes_left: 9 }

const read = 'GET /platform/profile/security'
const open = (security: AccountSecurity, answers: Answers = {}, search = '') =>
  openApp(
    `/account/security${search}`,
    signedIn({ [read]: security, 'GET /platform/profile/sessions': [], ...answers }),
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const codes = Array.from({ length: 10 }, (_, index) => `code${index}-code${index}`)

describe('an account without a second factor', () => {
  test('says so, and recovery codes name the first step', async () => {
    open(nothing)
    expect(await screen.findByText('MFA off')).toBeTruthy()
    await press('Generate codes')
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Add an authenticator app or a passkey first',
    )
  })

  test('gets one in three steps: a name, the first code, the recovery codes', async () => {
    let security = nothing
    const { calls } = open(nothing, {
      [read]: () => security,
      'POST /platform/profile/authenticators': {
        id: 'app',
        secret: 'ABCDEFGH23456723',
        uri: 'otpauth://totp/Basalt:olga?secret=ABCDEFGH23456723',
      },
      'POST /platform/profile/authenticators/app/verify': () => {
        security = withApp
        return { recovery_codes: codes }
      },
    })
    await press('Add app')
    const add = await dialog('Add an authenticator app')
    await userEvent.click(add.getByRole('button', { name: 'Continue' }))
    expect((await add.findByRole('alert')).textContent).toBe('Enter a name')
    await userEvent.type(add.getByLabelText('Name'), 'Phone')
    await userEvent.click(add.getByRole('button', { name: 'Continue' }))
    expect(await add.findByRole('img', { name: /QR code/u })).toBeTruthy()
    expect(add.getByText('ABCD EFGH 2345 6723')).toBeTruthy()
    await userEvent.type(add.getByLabelText('Code'), '123456')
    await userEvent.click(add.getByRole('button', { name: 'Add app' }))

    const shown = await dialog('Your recovery codes')
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
    await userEvent.click(shown.getByRole('button', { name: 'I saved my codes' }))
    expect(await screen.findByText('MFA on')).toBeTruthy()
    expect(calls).toContainEqual({
      route: 'POST /platform/profile/authenticators/app/verify',
      body: { code: '123456' },
    })
  })

  test('a wrong first code is reported at the field, and can be entered again', async () => {
    open(nothing, {
      'POST /platform/profile/authenticators': { id: 'app', secret: 'ABCD', uri: 'otpauth://x' },
      'POST /platform/profile/authenticators/app/verify': refusal(400, {
        kind: 'invalid_request',
        message: 'No',
        fields: { code: 'Incorrect code' },
      }),
    })
    await press('Add app')
    const add = await dialog('Add an authenticator app')
    await userEvent.type(add.getByLabelText('Name'), 'Phone')
    await userEvent.click(add.getByRole('button', { name: 'Continue' }))
    await userEvent.type(await add.findByLabelText('Code'), '123456')
    await userEvent.click(add.getByRole('button', { name: 'Add app' }))
    expect((await add.findByRole('alert')).textContent).toContain('Incorrect code')
    await userEvent.type(add.getByLabelText('Code'), '7')
    expect(add.queryByRole('alert')).toBeNull()
  })
})

describe('a change that needs a confirmation of identity', () => {
  const unconfirmed = { kind: 'confirmation_required', message: 'Confirm your identity' }
  const removal = 'DELETE /platform/profile/authenticators/app'

  const openRemoval = (security: AccountSecurity, more: Answers = {}) => {
    let isConfirmed = false
    return open(security, {
      [removal]: () => (isConfirmed ? { ok: true } : refusal(403, unconfirmed)),
      'POST /platform/profile/confirm': () => {
        isConfirmed = true
        return { ok: true }
      },
      ...more,
    })
  }
  const startRemoval = async () => {
    await press('Remove Phone')
    const ask = await dialog('Remove Phone?')
    expect(ask.getByText(/your only second factor/u)).toBeTruthy()
    await userEvent.click(ask.getByRole('button', { name: 'Remove app' }))
    return dialog('Confirm your identity')
  }

  test('asks for the password and then continues by itself', async () => {
    const { calls } = openRemoval(withApp)
    const question = await startRemoval()
    const field = await question.findByLabelText('Your password')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('secret{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.filter(({ route }) => route === removal)).toHaveLength(2)
    expect(calls).toContainEqual({
      route: 'POST /platform/profile/confirm',
      body: { password: 'secret' },
    })
  })

  test('asks an account without a password for a code', async () => {
    const { calls } = openRemoval({ ...withApp, has_password: false })
    const question = await startRemoval()
    await userEvent.type(await question.findByLabelText('Authenticator app code'), '123456')
    await userEvent.click(question.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toContainEqual({
      route: 'POST /platform/profile/confirm',
      body: { code: '123456' },
    })
  })

  test('reports a wrong password at the field', async () => {
    openRemoval(withApp, {
      'POST /platform/profile/confirm': refusal(400, {
        kind: 'invalid_request',
        message: 'No',
        fields: { password: 'Incorrect password' },
      }),
    })
    const question = await startRemoval()
    await userEvent.type(await question.findByLabelText('Your password'), 'wrong')
    await userEvent.click(question.getByRole('button', { name: 'Confirm' }))
    expect((await question.findByRole('alert')).textContent).toContain('Incorrect password')
  })

  test('changes nothing and shows no error when the dialog is closed', async () => {
    const { calls } = openRemoval(withApp)
    const question = await startRemoval()
    await userEvent.click(question.getByRole('button', { name: 'Close' }))
    const ask = await dialog('Remove Phone?')
    expect(ask.queryByRole('alert')).toBeNull()
    expect(calls.filter(({ route }) => route === removal)).toHaveLength(1)
  })
})

describe('passkeys', () => {
  test('one is created by the browser with the server’s options', async () => {
    const requests = withPasskeys()
    const { calls } = open(withApp, {
      'POST /platform/profile/passkeys/options': creationOptions,
      'POST /platform/profile/passkeys': { recovery_codes: null },
    })
    await press('Add passkey')
    const add = await dialog('Add a passkey')
    await userEvent.type(add.getByLabelText('Name'), 'Laptop')
    await userEvent.click(add.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests).toEqual([{ kind: 'create', publicKey: creationOptions }])
    expect(
      calls.find(({ route }) => route === 'POST /platform/profile/passkeys')?.body,
    ).toMatchObject({ name: 'Laptop', credential: sentCredential })
  })

  test('are listed with their last use, renamed and removed', async () => {
    const { calls } = open(
      { ...withApp, passkeys: [laptop] },
      {
        'PATCH /platform/profile/passkeys/key': { ok: true },
        'DELETE /platform/profile/passkeys/key': { ok: true },
      },
    )
    const row = within(await screen.findByRole('list', { name: 'Passkeys' }))
    expect(row.getByText('Synced')).toBeTruthy()
    expect(row.getByText(/never used/u)).toBeTruthy()
    await press('Rename Laptop')
    const rename = await dialog('Rename passkey')
    await userEvent.clear(rename.getByLabelText('Name'))
    await userEvent.type(rename.getByLabelText('Name'), 'Work')
    await userEvent.click(rename.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Remove Laptop')
    const remove = await dialog('Remove Laptop?')
    expect(remove.queryByText(/your only second factor/u)).toBeNull()
    await userEvent.click(remove.getByRole('button', { name: 'Remove passkey' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const changes = calls.filter(({ route }) => !route.startsWith('GET'))
    expect(changes).toEqual([
      { route: 'PATCH /platform/profile/passkeys/key', body: { name: 'Work' } },
      { route: 'DELETE /platform/profile/passkeys/key', body: undefined },
    ])
  })

  test('at an origin where they cannot work, the page links to the one where they do', async () => {
    vi.stubGlobal('isSecureContext', true)
    open({ ...nothing, passkey_origin: 'https://basalt.example.com' })
    expect(await screen.findByText('Passkeys are not available here')).toBeTruthy()
    expect(
      screen.getByText(/Passkeys for this install work at a different address\./u),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Open this page at basalt.example.com' })
    expect(link.getAttribute('href')).toBe('https://basalt.example.com/account/security')
    const button = screen.getByRole('button', { name: 'Add passkey' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the password', () => {
  const strong = { result: { score: 4, feedback: { suggestions: [], warning: '' } } }

  test('is changed with the current one', async () => {
    const { calls } = open(nothing, {
      'POST /platform/profile/password-check': strong,
      'PUT /platform/profile/password': { ok: true },
    })
    await press('Change password')
    await userEvent.type(screen.getByLabelText('Current password'), 'old secret')
    await userEvent.type(screen.getByLabelText('New password'), 'new secret')
    await screen.findByText('This password is strong.')
    await press('Change password')
    expect(await screen.findByText(/^Password changed\. All other sessions ended\.$/u)).toBeTruthy()
    expect(calls).toContainEqual({
      route: 'PUT /platform/profile/password',
      body: { current_password: 'old secret', password: 'new secret' },
    })
  })

  test('a wrong current one is reported at its field', async () => {
    open(nothing, {
      'POST /platform/profile/password-check': strong,
      'PUT /platform/profile/password': refusal(400, {
        kind: 'invalid_request',
        message: 'No',
        fields: { current_password: 'The current password is incorrect' },
      }),
    })
    await press('Change password')
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong')
    await userEvent.type(screen.getByLabelText('New password'), 'new secret')
    await screen.findByText('This password is strong.')
    await press('Change password')
    expect(await screen.findByText('The current password is incorrect')).toBeTruthy()
  })

  test('is not requested for an account without one', async () => {
    open({ ...nothing, has_password: false })
    await press('Set a password')
    expect(screen.queryByLabelText('Current password')).toBeNull()
    expect(screen.getByLabelText('New password')).toBeTruthy()
  })
})

describe('an organization that requires a second factor', () => {
  test('is named, with the required step', async () => {
    open(nothing, {}, `?required=${acme.slug}`)
    expect(await screen.findByText('Acme requires multi-factor authentication')).toBeTruthy()
  })

  test('is one click away once there is one', async () => {
    open(withApp, {}, `?required=${acme.slug}`)
    const link = await screen.findByRole('link', { name: 'Go to Acme' })
    expect(link.getAttribute('href')).toBe('/org/acme')
  })
})

test('new recovery codes are shown once, after a warning about the old ones', async () => {
  open(withApp, { 'POST /platform/profile/recovery-codes': { recovery_codes: codes } })
  expect(await screen.findByText(/9 of 10 remain/u)).toBeTruthy()
  await press('Generate codes')
  const ask = await dialog('Generate new recovery codes?')
  await userEvent.click(ask.getByRole('button', { name: 'Generate codes' }))
  const shown = await dialog('Your recovery codes')
  expect(shown.getAllByRole('listitem')).toHaveLength(10)
  await userEvent.click(shown.getByRole('button', { name: 'I saved my codes' }))
  expect(screen.queryByText(codes[0] ?? '')).toBeNull()
})
