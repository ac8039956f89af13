// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const start = 'POST /platform/sign-in/sso'
const finish = 'POST /platform/sign-in/sso/finish'

describe('single sign-on', () => {
  test('is offered next to the password, and keeps the return target', async () => {
    openApp('/sign-in?returnTo=/org/acme', {})
    const link = await screen.findByRole('link', { name: 'Sign in with single sign-on' })
    expect(link.getAttribute('href')).toBe('/sign-in-sso?returnTo=%2Forg%2Facme')
  })

  test('requires a complete address before it sends a request', async () => {
    const { calls } = openApp('/sign-in-sso', {})
    await userEvent.type(await screen.findByLabelText('Email'), 'ada{Enter}')
    expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('reports a domain without it', async () => {
    const message = 'Single sign-on is not set up for this email address.'
    const { calls } = openApp('/sign-in-sso?returnTo=/org/acme', {
      [start]: refusal(404, { kind: 'not_found', message }),
    })
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test{Enter}')
    expect(await screen.findByText(message)).toBeTruthy()
    const body = { email: 'ada@acme.test', return_to: '/org/acme' }
    expect(calls.map((call) => call.body)).toContainEqual(body)
  })
})

describe('returning from the identity provider', () => {
  test('leads to the page where the sign-in started', async () => {
    const { address, calls } = openApp(
      '/sign-in-sso/return?code=c&state=s&iss=https%3A%2F%2Fid.acme.test',
      signedIn({ [finish]: { mfa_required: false, return_to: '/org/acme' } }),
    )
    await waitFor(() => expect(address()).toBe('/org/acme'))
    expect(calls.find(({ route }) => route === finish)?.body).toEqual({
      code: 'c',
      state: 's',
      iss: 'https://id.acme.test',
    })
  })

  test('never leads to another site', async () => {
    const { address } = openApp(
      '/sign-in-sso/return?code=c&state=s',
      signedIn({ [finish]: { mfa_required: false, return_to: '//evil.example' } }),
    )
    await waitFor(() => expect(address()).toBe('/organizations'))
  })

  test('asks for Basalt’s second factor when the account has one', async () => {
    const { address } = openApp('/sign-in-sso/return?code=c&state=s', {
      [finish]: {
        mfa_required: true,
        challenge: { token: 't', methods: ['authenticator'] },
        return_to: '/org/acme',
      },
    })
    await waitFor(() => expect(address()).toBe('/sign-in-mfa?returnTo=%2Forg%2Facme'))
  })

  test.each([
    [
      '?error=access_denied&error_description=Not+assigned',
      'Message from your identity provider: Not assigned',
    ],
    ['?code=c', 'This link is incomplete. Start the sign-in again.'],
  ])('with %s shows the reason, and sends no request', async (search, message) => {
    const { calls } = openApp(`/sign-in-sso/return${search}`, {})
    expect(await screen.findByText(message)).toBeTruthy()
    expect(calls).toEqual([])
    expect(screen.getByRole('link', { name: 'Start again' })).toBeTruthy()
  })

  test('shows a refusal of the server', async () => {
    const message = "The identity provider's response has expired."
    openApp('/sign-in-sso/return?code=c&state=s', { [finish]: refusal(401, { message }) })
    expect(await screen.findByText(message)).toBeTruthy()
  })
})
