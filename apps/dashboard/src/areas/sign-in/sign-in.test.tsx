// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { install, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fill = async (email: string, password: string) => {
  await userEvent.click(await screen.findByLabelText('Email'))
  await userEvent.paste(email)
  await userEvent.click(screen.getByLabelText('Password'))
  await userEvent.paste(password)
}
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const check = (score: number, warning = '') => ({
  result: { score, feedback: { suggestions: ['Add another word or two.'], warning } },
})

/** Requests of the page itself contain no password. */
const isSent = ({ route }: { route: string }) => !route.startsWith('GET ')

describe('signing in', () => {
  test('an invalid field is reported at the field, and nothing is sent', async () => {
    const { calls } = openApp('/sign-in', {})
    await fill('nobody', 'secret')
    await submit('Sign in')
    const email = screen.getByLabelText('Email')
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'Enter a valid email address',
    )
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(calls.filter(isSent)).toEqual([])
  })

  test('a refusal by the server is shown above the button', async () => {
    openApp('/sign-in', {
      'POST /platform/sign-in': refusal(401, {
        kind: 'unauthenticated',
        message: 'Incorrect email or password',
      }),
    })
    await fill('olga@example.test', 'secret')
    await submit('Sign in')
    expect(await screen.findByText('Incorrect email or password')).toBeTruthy()
  })

  test('leads back to the page where the user came from', async () => {
    const { address } = openApp(
      '/sign-in?returnTo=%2Forg%2Facme',
      signedIn({ 'POST /platform/sign-in': { mfa_required: false } }),
    )
    await fill('olga@example.test', 'secret')
    await submit('Sign in')
    await waitFor(() => expect(address()).toBe('/org/acme'))
  })

  test('is required for member pages, which are remembered', async () => {
    const { address } = openApp('/org/acme?sort=newest', {
      'GET /platform/profile': refusal(401, { kind: 'unauthenticated', message: 'Sign in' }),
    })
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe(`/sign-in?returnTo=${encodeURIComponent('/org/acme?sort=newest')}`)
  })

  test('to an install with one password asks for nothing else', async () => {
    const { calls } = openApp(
      '/sign-in',
      { 'POST /platform/sign-in/admin': refusal(401, { kind: 'unauthenticated', message: 'No' }) },
      { ...install, capabilities: ['admin-password'] },
    )
    await userEvent.type(await screen.findByLabelText('Password'), 'secret')
    expect(screen.queryByLabelText('Email')).toBeNull()
    await submit('Sign in')
    await waitFor(() =>
      expect(calls.filter(isSent)).toEqual([
        { route: 'POST /platform/sign-in/admin', body: { password: 'secret' } },
      ]),
    )
  })

  test('offers GitHub only when the install has it', async () => {
    openApp('/sign-in', {}, { ...install, capabilities: ['accounts', 'github-sign-in'] })
    expect(await screen.findByRole('button', { name: 'Continue with GitHub' })).toBeTruthy()
    cleanup()
    openApp('/sign-in', {})
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: 'Continue with GitHub' })).toBeNull()
  })
})

describe('signing up', () => {
  const passwordCheck = 'POST /platform/profile/password-check'

  test('the meter shows the server’s score of the password', async () => {
    openApp('/sign-up', { [passwordCheck]: check(2, 'This is a common password.') })
    await fill('olga@example.test', 'hunter2')
    const meter = await screen.findByRole('meter', { name: 'Password strength' })
    expect(meter.getAttribute('aria-valuenow')).toBe('50')
    expect(screen.getByText('This password is not secure enough.')).toBeTruthy()
    expect(screen.getByText('Add another word or two.')).toBeTruthy()
    expect(
      screen.getByText('This is a common password. You need a stronger password.'),
    ).toBeTruthy()
  })

  test('a weak password creates no account', async () => {
    const { calls } = openApp('/sign-up', { [passwordCheck]: check(3) })
    await fill('olga@example.test', 'nearly good')
    await screen.findByText('Not bad, but your password must be harder to guess.')
    await submit('Sign up')
    expect(calls.map(({ route }) => route)).not.toContain('POST /platform/signup')
  })

  test('an empty password is not checked', async () => {
    const { calls } = openApp('/sign-up', { [passwordCheck]: check(4) })
    await userEvent.type(await screen.findByLabelText('Email'), 'olga@example.test')
    await submit('Sign up')
    expect(await screen.findByText('Enter a password')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('more than 99 characters are refused without a request', async () => {
    const { calls } = openApp('/sign-up', { [passwordCheck]: check(4) })
    await screen.findByLabelText('Password')
    await userEvent.click(screen.getByLabelText('Password'))
    await userEvent.paste('a'.repeat(100))
    expect(await screen.findByText('Maximum length of password exceeded')).toBeTruthy()
    expect(screen.getByText('Password should be less than 100 characters')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('a failing check is reported in a toast', async () => {
    openApp('/sign-up', {
      [passwordCheck]: refusal(400, { kind: 'invalid_request', message: 'Out of dictionaries' }),
    })
    await fill('olga@example.test', 'hunter2')
    expect(
      await screen.findByText('Failed to check password strength: Out of dictionaries'),
    ).toBeTruthy()
  })

  test('a strong password creates an account and signs in', async () => {
    const { address, calls } = openApp(
      '/sign-up',
      signedIn({
        [passwordCheck]: check(4),
        'POST /platform/signup': { verification_required: false },
      }),
    )
    await fill('Olga@example.test', 'correct horse')
    await screen.findByText('This password is strong.')
    await submit('Sign up')
    await waitFor(() => expect(address()).toBe('/organizations'))
    expect(calls).toContainEqual({
      route: 'POST /platform/signup',
      body: { email: 'Olga@example.test', password: 'correct horse' },
    })
  })

  test('Enter right after the password works before its meter has answered', async () => {
    const { address } = openApp(
      '/sign-up',
      signedIn({
        [passwordCheck]: () => new Promise(() => {}),
        'POST /platform/signup': { verification_required: false },
      }),
    )
    await fill('olga@example.test', 'correct horse')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/organizations'))
  })
})

test('the error of a field disappears once it is changed', async () => {
  openApp('/sign-in', {})
  await fill('nobody', 'secret')
  await submit('Sign in')
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), '@example.test')
  expect(screen.queryByText('Enter a valid email address')).toBeNull()
})

test('the last sign-in method is marked, also after signing out', async () => {
  let isSignedIn = false
  const out = refusal(401, { kind: 'unauthenticated', message: 'Sign in' })
  const answers = signedIn()
  openApp('/sign-in', {
    ...answers,
    'GET /platform/profile': () => (isSignedIn ? profile : out),
    'POST /platform/sign-in': () => {
      isSignedIn = true
      return { mfa_required: false }
    },
    'POST /platform/sign-out': () => {
      isSignedIn = false
      return { ok: true }
    },
  })
  await fill('olga@example.test', 'secret')
  expect(screen.queryByText('Last used')).toBeNull()
  await submit('Sign in')
  await userEvent.click(await screen.findByRole('button', { name: /Account menu/u }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Sign out/u }))
  expect(await screen.findByText('Last used')).toBeTruthy()
})

test('an install without accounts and without a password asks for none', async () => {
  openApp('/sign-in', signedIn(), { ...install, capabilities: [] })
  expect(await screen.findByRole('heading', { name: 'No sign-in required' })).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
})
