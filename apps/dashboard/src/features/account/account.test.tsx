import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { followTheme } from '../../lib/theme.ts'
import { install, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['theme']
})

const shownTheme = () => document.documentElement.dataset['theme']

describe('the profile', () => {
  test('says who is signed in and whether a second factor is on', async () => {
    openApp(
      '/account/me',
      signedIn({ 'GET /platform/profile': { ...profile, is_mfa_enabled: true } }),
    )
    expect(await screen.findByText('Olga Berg', { selector: 'dd' })).toBeTruthy()
    expect(screen.getByText('olga@example.test', { selector: 'dd' })).toBeTruthy()
    expect(screen.getByText('Two-factor sign-in').nextElementSibling?.textContent).toBe('On')
  })

  test('a name that was never given is a dash, not an empty line', async () => {
    openApp('/account/me', signedIn({ 'GET /platform/profile': { ...profile, name: null } }))
    const name = await screen.findByText('Name', { selector: 'dt' })
    expect(name.nextElementSibling?.textContent).toBe('–')
    expect(screen.getByText('Two-factor sign-in').nextElementSibling?.textContent).toBe('Off')
  })

  test('without accounts there are no sessions and no tokens, and the theme is still a choice', async () => {
    openApp('/account/me', signedIn(), { ...install, capabilities: [] })
    expect(await screen.findByRole('group', { name: 'Theme' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sessions' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Access tokens' })).toBeNull()
    cleanup()
    openApp('/account/tokens', signedIn(), { ...install, capabilities: [] })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  })
})

describe('the theme', () => {
  test('is the system’s until one is chosen', async () => {
    openApp('/account/me', signedIn())
    expect(await screen.findByRole('radio', { name: 'System' })).toHaveProperty('checked', true)
    expect(screen.getAllByRole('radio')).toHaveLength(4)
  })

  test('changes the page at once and is kept on this device', async () => {
    openApp('/account/me', signedIn())
    followTheme()
    const choice = await screen.findByRole('radio', { name: 'Classic dark' })
    await userEvent.click(choice)
    expect(shownTheme()).toBe('classic-dark')
    expect(choice).toHaveProperty('checked', true)
    expect(localStorage.getItem('basalt.theme')).toBe('"classic-dark"')
  })

  test('follows the system again when that is chosen', async () => {
    openApp('/account/me', signedIn())
    followTheme()
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(shownTheme()).toBe('dark')
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    // The faked system prefers light.
    expect(shownTheme()).toBe('light')
  })

  test('chosen in the profile menu is the one chosen on the page', async () => {
    openApp('/account/me', signedIn())
    await userEvent.click(await screen.findByRole('button', { name: 'Account menu of Olga Berg' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Light' }))
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Light' })).toHaveProperty('checked', true),
    )
  })
})

test('a profile that cannot be read leads nobody to an empty page', async () => {
  openApp('/account/me', {
    'GET /platform/profile': refusal(403, { kind: 'forbidden', message: 'The account is locked' }),
  })
  expect(await screen.findByText('The account is locked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
