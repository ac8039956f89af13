import type { AccountDetails, DeletionPlan } from '@basalt/contract/account/account'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { followTheme } from '../../../lib/browser/theme.ts'
import { setTimeZone } from '../../../lib/format/time-zone.ts'
import { type Answers, install, profile, refusal, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['theme']
})

const shownTheme = () => document.documentElement.dataset['theme']

const details: AccountDetails = { pending_email: null, identities: [] }
const plan: DeletionPlan = {
  email: profile.primary_email,
  removed: [],
  left: [],
  blocking: [],
  access_tokens: 2,
  snippets: 1,
}
const open = (answers: Answers = {}, offered = install) =>
  openApp(
    '/account/me',
    signedIn({
      'GET /platform/profile/account': details,
      'GET /platform/profile/deletion': plan,
      'POST /platform/sign-out': { ok: true },
      ...answers,
    }),
    offered,
  )

describe('the profile', () => {
  test('shows name, address and the state of the second factor', async () => {
    open({ 'GET /platform/profile': { ...profile, is_mfa_enabled: true } })
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Olga Berg')
    expect(screen.getByText('You sign in as olga@example.test.')).toBeTruthy()
    expect(screen.getByText('On')).toBeTruthy()
  })

  test('saves a name and a time zone, and shows times in it', async () => {
    const { calls } = open({ 'PATCH /platform/profile': { ok: true } })
    await userEvent.selectOptions(await screen.findByLabelText('Time zone'), 'Asia/Tokyo')
    await userEvent.clear(screen.getByLabelText('Name'))
    await userEvent.type(screen.getByLabelText('Name'), 'Olga')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Profile saved')).toBeTruthy()
    expect(calls.find(({ route }) => route === 'PATCH /platform/profile')?.body).toEqual({
      name: 'Olga',
      time_zone: 'Asia/Tokyo',
    })
    expect(screen.getByText(/Times appear as .*\+0900/u)).toBeTruthy()
    setTimeZone(null)
  })

  test('has nothing to save without changes, and the button says so', async () => {
    open()
    const save = await screen.findByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
  })

  test('without accounts has no sessions and no tokens, and the theme is still a choice', async () => {
    openApp('/account/me', signedIn(), { ...install, capabilities: [] })
    expect(await screen.findByRole('group', { name: 'Theme' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sessions' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Access tokens' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
    cleanup()
    openApp('/account/tokens', signedIn(), { ...install, capabilities: [] })
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  })
})

describe('the address', () => {
  const change = 'POST /platform/profile/email'

  test('changes after a link was emailed to the new one, and can be cancelled until then', async () => {
    let pending: string | null = null
    const { calls } = open({
      'GET /platform/profile/account': () => ({ ...details, pending_email: pending }),
      [change]: () => {
        pending = 'new@example.test'
        return { ok: true }
      },
      'DELETE /platform/profile/email': () => {
        pending = null
        return { ok: true }
      },
    })
    await userEvent.type(await screen.findByLabelText('New address'), 'new@example.test{Enter}')
    expect(await screen.findByText('Waiting for confirmation of new@example.test')).toBeTruthy()
    expect(calls.find(({ route }) => route === change)?.body).toEqual({ email: 'new@example.test' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel change' }))
    await waitFor(() =>
      expect(screen.queryByText('Waiting for confirmation of new@example.test')).toBeNull(),
    )
  })

  test('that is invalid is refused at the field, and nothing is sent', async () => {
    const { calls } = open()
    await userEvent.type(await screen.findByLabelText('New address'), 'nobody{Enter}')
    expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
    expect(calls.map(({ route }) => route)).not.toContain(change)
  })

  test('needs a confirmation of identity to change', async () => {
    let isConfirmed = false
    open({
      [change]: () =>
        isConfirmed
          ? { ok: true }
          : refusal(403, { kind: 'confirmation_required', message: 'Confirm your identity' }),
      'GET /platform/profile/security': {
        has_password: true,
        authenticators: [],
        passkeys: [],
        recovery_codes_left: 0,
        passkey_origin: 'http://localhost',
      },
      'POST /platform/profile/confirm': () => {
        isConfirmed = true
        return { ok: true }
      },
    })
    await userEvent.type(await screen.findByLabelText('New address'), 'new@example.test{Enter}')
    await userEvent.type(await screen.findByLabelText('Your password'), 'secret{Enter}')
    expect(await screen.findByText('Confirmation link sent to the new address')).toBeTruthy()
  })

  test('opened from the email, the link names its account', async () => {
    openApp('/confirm-email?token=abc', {
      'POST /platform/confirm-email': { email: 'new@example.test' },
    })
    expect(await screen.findByText('Your account now uses new@example.test')).toBeTruthy()
    cleanup()
    openApp('/confirm-email', {})
    expect(await screen.findByText('This link is incomplete.')).toBeTruthy()
  })
})

describe('a linked identity', () => {
  const github = { provider: 'github', created_at: '2026-01-01T00:00:00Z', locked_reason: null }

  test('is unlinked after a confirmation', async () => {
    let identities = [github]
    open({
      'GET /platform/profile/account': () => ({ ...details, identities }),
      'DELETE /platform/profile/identities/github': () => {
        identities = []
        return { ok: true }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink GitHub' }))
    const question = await screen.findByRole('dialog', { name: 'Unlink GitHub?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Unlink' }))
    await waitFor(() => expect(screen.queryByText('GitHub')).toBeNull())
  })

  test('that is the only sign-in method stays, and the button has the reason', async () => {
    const locked = { ...github, locked_reason: 'This is your only way in' }
    open({ 'GET /platform/profile/account': { ...details, identities: [locked] } })
    const button = await screen.findByRole('button', { name: 'Unlink GitHub' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('deleting the account', () => {
  const remove = 'POST /platform/profile/deletion'

  test('lists the effects, asks for the address, and leads to the sign-in page', async () => {
    const { calls, address } = open({
      'GET /platform/profile/deletion': {
        ...plan,
        removed: [{ slug: 'mine', name: 'Mine' }],
        left: [{ slug: 'acme', name: 'Acme' }],
      },
      [remove]: { ok: true },
    })
    expect(
      await screen.findByText('2 access tokens and 1 saved query of yours will be deleted.'),
    ).toBeTruthy()
    expect(screen.getByText(/no projects: Mine\./u)).toBeTruthy()
    expect(screen.getByText(/You leave: Acme\./u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
    const question = await screen.findByRole('dialog', { name: 'Delete your account?' })
    const button = within(question).getByRole('button', { name: 'Delete account' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.type(within(question).getByRole('textbox'), profile.primary_email)
    await userEvent.click(button)
    await waitFor(() => expect(address()).toBe('/sign-in'))
    expect(calls.find(({ route }) => route === remove)?.body).toEqual({
      confirm: profile.primary_email,
    })
  })

  test('asks for a confirmation of identity when the sign-in was long ago, and then continues', async () => {
    let isConfirmed = false
    const { address } = open({
      [remove]: () =>
        isConfirmed
          ? { ok: true }
          : refusal(403, { kind: 'confirmation_required', message: 'Confirm your identity' }),
      'GET /platform/profile/security': {
        has_password: true,
        authenticators: [],
        passkeys: [],
        recovery_codes_left: 0,
        passkey_origin: 'http://localhost',
      },
      'POST /platform/profile/confirm': () => {
        isConfirmed = true
        return { ok: true }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const question = await screen.findByRole('dialog', { name: 'Delete your account?' })
    await userEvent.type(within(question).getByRole('textbox'), profile.primary_email)
    await userEvent.click(within(question).getByRole('button', { name: 'Delete account' }))
    await userEvent.type(await screen.findByLabelText('Your password'), 'secret{Enter}')
    await waitFor(() => expect(address()).toBe('/sign-in'))
  })

  test('is blocked while an organization would have no owner, and names it', async () => {
    open({
      'GET /platform/profile/deletion': {
        ...plan,
        blocking: [{ slug: 'acme', name: 'Acme', members: 2, projects: 1 }],
      },
    })
    expect(await screen.findByText('These organizations would have no owner')).toBeTruthy()
    expect(screen.getByText(/2 other members, 1 project/u)).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Delete account' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the theme', () => {
  test('is the system’s until one is chosen', async () => {
    open()
    expect(await screen.findByRole('radio', { name: 'System' })).toHaveProperty('checked', true)
    expect(screen.getAllByRole('radio')).toHaveLength(4)
  })

  test('changes the page at once and is stored on this device', async () => {
    open()
    followTheme()
    const choice = await screen.findByRole('radio', { name: 'Classic dark' })
    await userEvent.click(choice)
    expect(shownTheme()).toBe('classic-dark')
    expect(choice).toHaveProperty('checked', true)
    expect(localStorage.getItem('basalt.theme')).toBe('"classic-dark"')
  })

  test('follows the system again when that is chosen', async () => {
    open()
    followTheme()
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(shownTheme()).toBe('dark')
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    // The faked system prefers light.
    expect(shownTheme()).toBe('light')
  })

  test('chosen in the profile menu is the one chosen on the page', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Account menu of Olga Berg' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Light' }))
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Light' })).toHaveProperty('checked', true),
    )
  })
})

test('an unreadable profile shows an error instead of an empty page', async () => {
  openApp('/account/me', {
    'GET /platform/profile': refusal(403, { kind: 'forbidden', message: 'The account is locked' }),
  })
  expect(await screen.findByText('The account is locked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
