// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, signedIn } from '../../testing/answers.ts'
import { requestOptions, sentCredential, withPasskeys } from '../../testing/browser-passkeys.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const challenge = (...methods: string[]) => ({
  mfa_required: true,
  challenge: { token: 'pending', methods },
})
const everyMethod = ['authenticator', 'passkey', 'recovery_code']
const noCode = {
  kind: 'invalid_request',
  message: 'No',
  fields: { code: 'Incorrect code' },
}

/** Takes the first step with a password; the second page is shown when it resolves. */
async function firstStep(answers: Answers = {}, methods = everyMethod, search = '') {
  const app = openApp(
    `/sign-in${search}`,
    signedIn({ 'POST /platform/sign-in': challenge(...methods), ...answers }),
  )
  await userEvent.type(await screen.findByLabelText('Email'), 'olga@example.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Two-factor sign-in' })
  return app
}
const enter = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const verify = () => userEvent.click(screen.getByRole('button', { name: 'Verify' }))

test('a correct code leads to the page requested before the first step', async () => {
  const { calls, address } = await firstStep(
    { 'POST /platform/sign-in/code': { ok: true } },
    everyMethod,
    '?returnTo=%2Forg%2Facme',
  )
  await enter('Code', '123 456')
  await verify()
  await waitFor(() => expect(address()).toBe('/org/acme'))
  expect(calls).toContainEqual({
    route: 'POST /platform/sign-in/code',
    body: { challenge: 'pending', code: '123 456' },
  })
  expect(localStorage.getItem('basalt.challenge')).toBeNull()
})

test('a code without six digits is not sent, and a wrong one is reported at the field', async () => {
  const { calls } = await firstStep({ 'POST /platform/sign-in/code': refusal(400, noCode) })
  await enter('Code', '12345')
  await verify()
  expect((await screen.findByRole('alert')).textContent).toContain('six digits')
  expect(calls.some(({ route }) => route === 'POST /platform/sign-in/code')).toBe(false)
  await enter('Code', '6')
  await verify()
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect code')
})

test('an expired challenge is reported above the button', async () => {
  const message = 'This sign-in took too long or is complete. Start again.'
  const ended = refusal(401, { kind: 'unauthenticated', message })
  await firstStep({ 'POST /platform/sign-in/code': ended })
  await enter('Code', '123456')
  await verify()
  expect(await screen.findByText(message)).toBeTruthy()
})

test('only the account’s methods are offered', async () => {
  await firstStep({}, ['passkey'])
  expect(screen.queryByLabelText('Code')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Use a recovery code' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy()
})

test('a recovery code works once, and the number of remaining ones is shown', async () => {
  const { address } = await firstStep(
    { 'POST /platform/sign-in/recovery-code': { recovery_codes_left: 1 } },
    everyMethod,
    '?returnTo=%2Faccount%2Fme',
  )
  await userEvent.click(screen.getByRole('link', { name: 'Use a recovery code' }))
  await screen.findByRole('heading', { name: 'Use a recovery code' })
  await enter('Recovery code', 'A2B3C-D4E5F')
  await verify()
  await waitFor(() => expect(address()).toBe('/account/me'))
  expect(await screen.findByText('1 recovery code remaining')).toBeTruthy()
})

test.each(['/sign-in-mfa', '/sign-in-recovery-code'])(
  '%s without a first step leads back to it and keeps the return target',
  async (path) => {
    const { address } = openApp(`${path}?returnTo=%2Forg%2Facme`, {})
    await screen.findByRole('heading', { name: 'Sign in first' })
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/sign-in?returnTo=%2Forg%2Facme')
  },
)

test('a passkey is the whole sign-in, without an address or a password', async () => {
  const requests = withPasskeys()
  const { calls, address } = openApp(
    '/sign-in?returnTo=%2Forg%2Facme',
    signedIn({
      'POST /platform/sign-in/passkey/options': requestOptions,
      'POST /platform/sign-in/passkey': { ok: true },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(address()).toBe('/org/acme'))
  const { allowCredentials: _, ...requested } = requestOptions
  expect(requests).toMatchObject([{ kind: 'get', publicKey: requested }])
  expect(calls.filter(({ route }) => route.includes('passkey'))).toMatchObject([
    { route: 'POST /platform/sign-in/passkey/options', body: {} },
    { route: 'POST /platform/sign-in/passkey', body: { credential: sentCredential } },
  ])
})

test('closing the browser’s dialog shows the alternatives', async () => {
  withPasskeys(() => {
    throw new DOMException('closed', 'NotAllowedError')
  })
  openApp('/sign-in', { 'POST /platform/sign-in/passkey/options': requestOptions })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect(await screen.findByText(/No passkey was selected/u)).toBeTruthy()
})

test('a browser without passkeys keeps the button disabled with the reason', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { calls } = openApp('/sign-in', {})
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(screen.getAllByText(/This browser does not support passkeys/u)).not.toEqual([])
  expect(calls.filter(({ route }) => !route.startsWith('GET '))).toEqual([])
})
