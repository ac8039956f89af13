import type { Session } from '@basalt/contract/account/profile'
import type { AccountSecurity } from '@basalt/contract/account/second-factors'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { refusal, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  created_at: '2026-01-02T00:00:00Z',
  last_seen_at: '2026-01-02T00:00:00Z',
  expires_at: '2027-01-02T00:00:00Z',
  ip_address: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  is_current: false,
  ...more,
})

const here = session('here', {
  is_current: true,
  created_at: '2025-06-01T00:00:00Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
})
const laptop = session('laptop')
const script = session('script', {
  created_at: '2026-03-01T00:00:00Z',
  last_seen_at: '2026-03-01T00:00:00Z',
  user_agent: null,
  ip_address: null,
})

const route = 'GET /platform/profile/sessions'
const security = 'GET /platform/profile/security'
const guards: AccountSecurity = {
  has_password: true,
  authenticators: [],
  passkeys: [],
  recovery_codes_left: 0,
  passkey_origin: 'http://basalt.test',
}
const open = (answers = {}) =>
  openApp(
    '/account/security',
    signedIn({ [security]: guards, [route]: [laptop, here, script], ...answers }),
  )

const rows = async () => {
  await screen.findByText('This session')
  return within(screen.getByRole('main')).getAllByRole('listitem')
}
const getRowFor = async (words: string) => {
  const found = (await rows()).find((row) => row.textContent.includes(words))
  if (found === undefined) throw new Error(`No session says ${words}`)
  return found
}

test('sessions are named by browser and system, this one first, then the last used', async () => {
  open()
  const shown = (await rows()).map(
    (row) => / ?(.+ on .+?)(?:This session|192|Unknown address)/u.exec(row.textContent)?.[1],
  )
  expect(shown).toEqual([
    'Firefox on Linux',
    'Unknown browser on an unknown system',
    'Chrome on Windows',
  ])
})

test('only the current session is marked, and an unknown address is labelled', async () => {
  open()
  expect((await getRowFor('Firefox on Linux')).textContent).toContain('This session')
  expect(screen.getAllByText('This session')).toHaveLength(1)
  expect((await getRowFor('Unknown browser')).textContent).toContain('Unknown address')
  expect((await getRowFor('Chrome on Windows')).textContent).toContain('192.0.2.7')
})

test('the current session cannot be ended here, and its button explains the alternative', async () => {
  const { calls } = open({ 'DELETE /platform/profile/sessions/here': { ok: true } })
  const end = within(await getRowFor('Firefox on Linux')).getByRole('button', {
    name: 'End session',
  })
  expect(end.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(end)
  expect(await screen.findByRole('tooltip')).toHaveProperty(
    'textContent',
    'Sign out to end this session',
  )
  expect(calls.some(({ route: requested }) => requested.startsWith('DELETE'))).toBe(false)
})

test('ending another session removes it from the list', async () => {
  let isPresent = true
  const { calls } = open({
    [route]: () => (isPresent ? [laptop, here] : [here]),
    'DELETE /platform/profile/sessions/laptop': () => {
      isPresent = false
      return { ok: true }
    },
  })
  const row = await getRowFor('Chrome on Windows')
  await userEvent.click(within(row).getByRole('button', { name: 'End session' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull())
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  expect(calls.filter(({ route: requested }) => requested.startsWith('DELETE'))).toEqual([
    { route: 'DELETE /platform/profile/sessions/laptop', body: undefined },
  ])
})

test('a session that could not be ended stays, with the reason', async () => {
  open({
    'DELETE /platform/profile/sessions/laptop': refusal(409, {
      kind: 'conflict',
      message: 'It ended already',
    }),
  })
  const row = await getRowFor('Chrome on Windows')
  await userEvent.click(within(row).getByRole('button', { name: 'End session' }))
  const notifications = await screen.findByRole('region', { name: 'Notifications' })
  expect(await within(notifications).findByText('It ended already')).toBeTruthy()
  expect(screen.getByText('Chrome on Windows')).toBeTruthy()
})

test('a list that cannot be loaded shows the error in its place and can be retried', async () => {
  let isBroken = true
  open({
    [route]: () =>
      isBroken ? refusal(403, { kind: 'forbidden', message: 'Not from here' }) : [here],
  })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Your sessions could not be loaded')).toBeTruthy()
  expect(within(alert).getByText('Not from here')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Security', level: 1 })).toBeTruthy()
  isBroken = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Firefox on Linux')).toBeTruthy()
})

test('one button ends all others, and their number is shown', async () => {
  let isPresent = true
  const { calls } = open({
    [route]: () => (isPresent ? [laptop, here, script] : [here]),
    'DELETE /platform/profile/sessions': () => {
      isPresent = false
      return { ended: 2 }
    },
  })
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }))
  expect(await screen.findByText('2 sessions ended')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull())
  expect(
    calls.some(({ route: requested }) => requested === 'DELETE /platform/profile/sessions'),
  ).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('You have no other sessions')
})
