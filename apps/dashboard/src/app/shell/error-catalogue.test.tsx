import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dashboard = 'apps/dashboard/src'
const banners = `${dashboard}/app/shell/banners/Banners.test.tsx`
const client = 'packages/contract/src/client.test.ts'
const profileLife = `${dashboard}/lib/session/profile-life.test.tsx`
const guards = `${dashboard}/app/router/guards.test.tsx`

type Row = {
  situation: string
  /** The tests that guard it. */
  guard: string
  /** Quotes of those tests: the text for users, or the promise when there is none. */
  quotes: readonly string[]
}

/** Every row of SPEC.md section 8 that the product has so far, and where it is guarded. */
const rows: readonly Row[] = [
  {
    situation: 'Quota exceeded',
    guard: banners,
    quotes: [
      'Organization plan has exceeded its quota',
      'You are given a grace period until 09 May, 2026',
    ],
  },
  {
    situation: 'grace_period_over',
    guard: banners,
    quotes: [
      'Grace period is over',
      'Your Projects will not be able to serve requests when you used up your quota.',
    ],
  },
  {
    situation: 'restricted',
    guard: banners,
    quotes: [
      'Services Restricted',
      'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
    ],
  },
  {
    situation: 'Overdue invoices',
    guard: banners,
    quotes: [
      'Outstanding Invoices',
      'Please pay invoices to avoid service disruption.',
      'Outstanding Invoices in other Organization',
    ],
  },
  {
    situation: 'No billing address',
    guard: banners,
    quotes: [
      'Missing Billing Information',
      'Please add a billing address. If you are a registered business, please add a tax ID too.',
    ],
  },
  {
    situation: 'Clock skew',
    guard: banners,
    quotes: [
      "Your computer's clock appears to be inaccurate. This can cause issues with certain features.",
    ],
  },
  {
    situation: 'Unverified source-host user',
    guard: `${dashboard}/areas/sign-in/github.test.tsx`,
    quotes: [
      'Error sending confirmation mail',
      'Please verify your email on GitHub first, then reach out to us at support@basalt.test to log into the dashboard',
    ],
  },
  {
    situation: 'Copy when window lacks focus',
    guard: `${dashboard}/ui/feedback.test.tsx`,
    quotes: ['Unable to copy to clipboard', 'is confirmed for 2 s'],
  },
  {
    situation: 'Network failure',
    guard: client,
    quotes: ['Unable to reach the server. Please check your network or try again later.'],
  },
  {
    situation: 'Error response',
    guard: client,
    quotes: [
      'with an error status carries status, request id and the seconds to wait',
      'From msg',
      'From message',
      'An error has occurred: 502',
      'Unknown error',
      'API error happened while trying to communicate with the server.',
    ],
  },
  {
    situation: 'Consent settings fail to load',
    guard: `${dashboard}/areas/consent/consent.test.tsx`,
    quotes: ['Unable to Load Privacy Settings'],
  },
  {
    situation: 'Password check failure',
    guard: `${dashboard}/areas/sign-in/sign-in.test.tsx`,
    quotes: ['Failed to check password strength: Out of dictionaries'],
  },
  {
    situation: 'Profile creation 409',
    guard: profileLife,
    quotes: ['Already exists: logged, dev-only toast outside production'],
  },
  {
    situation: 'Other profile creation failure',
    guard: profileLife,
    quotes: ['Failed to create your profile. Please refresh to try again.'],
  },
  {
    situation: 'Profile fetch 401',
    guard: profileLife,
    quotes: ['Profile fetch 401: Sign out'],
  },
  {
    situation: 'Permissions fetch failure',
    guard: profileLife,
    quotes: ['Permissions fetch failure: Reported to error tracking with status code'],
  },
  {
    situation: 'Unknown organization or project',
    guard: guards,
    quotes: ["We couldn't find that organization", 'This project does not exist'],
  },
  {
    situation: 'Retry',
    guard: `${dashboard}/lib/network/retry.test.ts`,
    quotes: [
      'is final',
      'is retried up to three times',
      'the delay starts at one second and doubles',
      'the delay is at most 30 seconds',
      'a retry time of the server takes precedence',
    ],
  },
  {
    situation: 'Error reporting is sampled at 20% by default',
    guard: `${dashboard}/app/shell/AppFallback.test.tsx`,
    quotes: ['Error reporting is sampled at 20% by default'],
  },
]

const root = join(import.meta.dirname, '../../../../..')

/** The text of a test file; quotes in it may be written with either mark. */
const toText = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")

describe('SPEC.md section 8, error catalogue: a test quotes each row', () => {
  test.each(rows.map((row) => [row.situation, row.guard, row.quotes] as const))(
    '%s, in %s',
    (_, guard, quotes) => {
      const text = toText(guard)
      expect(quotes.filter((quote) => !text.includes(quote))).toEqual([])
    },
  )
})

describe('the text for users', () => {
  const signIn = async (answer: () => Promise<object | undefined>) => {
    openApp('/sign-in', { 'POST /platform/sign-in': answer })
    await userEvent.type(await screen.findByLabelText('Email'), 'olga@example.test')
    await userEvent.type(screen.getByLabelText('Password'), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  }

  test("Network failure: 'Unable to reach the server. Please check your network or try again later.'", async () => {
    await signIn(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(
      await screen.findByText(
        'Unable to reach the server. Please check your network or try again later.',
      ),
    ).toBeTruthy()
  })

  test("Error response without a message: 'An error has occurred: {status}'", async () => {
    await signIn(async () => new Response('', { status: 503 }))
    expect(await screen.findByText('An error has occurred: 503')).toBeTruthy()
  })

  test("Default API message: 'API error happened while trying to communicate with the server.'", async () => {
    await signIn(async () => new Response('<h1>Something else</h1>'))
    expect(
      await screen.findByText('API error happened while trying to communicate with the server.'),
    ).toBeTruthy()
  })
})
