// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { install, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const offering = { ...install, capabilities: [...install.capabilities, 'github-sign-in' as const] }

describe('returning from GitHub', () => {
  test('leads to the page where the sign-in started', async () => {
    const { address, calls } = openApp(
      '/sign-in/github?code=12345678&state=mine',
      signedIn({
        'POST /platform/sign-in/github/finish': {
          mfa_required: false,
          return_to: '/org/acme',
        },
      }),
      offering,
    )
    await waitFor(() => expect(address()).toBe('/org/acme'))
    expect(calls.find(({ route }) => route.endsWith('/finish'))?.body).toEqual({
      code: '12345678',
      state: 'mine',
    })
  })

  test.each([
    ['?code=1', 'This link is incomplete. Start the sign-in again.'],
    ['?state=mine', 'This link is incomplete. Start the sign-in again.'],
    [
      '?error=access_denied&state=mine',
      'GitHub did not share your account because you denied access.',
    ],
  ])('with %s shows the reason, and sends no request', async (search, message) => {
    const { calls } = openApp(`/sign-in/github${search}`, {}, offering)
    expect(await screen.findByText(message, { selector: '[role=alert] *' })).toBeTruthy()
    expect(calls).toEqual([])
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy()
  })

  test(`'Error sending confirmation mail' → Toast 'Please verify your email on GitHub first, then reach out to us at {email} to log into the dashboard'`, async () => {
    openApp(
      '/sign-in/github?code=1&state=mine',
      {
        'POST /platform/sign-in/github/finish': refusal(400, {
          kind: 'invalid_request',
          message: 'Error sending confirmation mail',
        }),
      },
      offering,
    )
    const text =
      'Please verify your email on GitHub first, then reach out to us at support@basalt.test to log into the dashboard'
    // In the toast, and on the page when the toast has disappeared.
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
  })
})

test('without a GitHub configuration its page does not exist', async () => {
  openApp('/sign-in/github?code=1&state=1', {})
  expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
})
