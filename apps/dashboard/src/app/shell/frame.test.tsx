import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { profile, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const home = `/project/${shop.ref}`
const tokens = { 'GET /platform/profile/access-tokens': [] }

test.each([
  ['/organizations', 'Organizations · Basalt'],
  ['/org/acme', 'Acme · Basalt'],
  ['/new', 'New organization · Basalt'],
  ['/new/acme', 'New project · Basalt'],
  [home, 'Shop · Basalt'],
  ['/account/me', 'Account · Basalt'],
  ['/account/tokens', 'Access tokens · Basalt'],
  ['/nowhere', 'Page not found · Basalt'],
])('%s has the title “%s” in the tab', async (url, title) => {
  document.title = ''
  openApp(url, signedIn(tokens))
  await waitFor(() => expect(document.title).toBe(title))
})

describe('the focus', () => {
  test('moves to the new page’s content', async () => {
    openApp('/organizations', signedIn())
    await userEvent.click(await screen.findByRole('link', { name: 'Acme' }))
    await screen.findByRole('heading', { name: 'Acme' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('stays in a field with autofocus', async () => {
    openApp('/organizations', signedIn())
    await userEvent.click(await screen.findByRole('link', { name: 'New organization' }))
    const name = await screen.findByLabelText('Name')
    await waitFor(() => expect(document.activeElement).toBe(name))
  })

  test('stays in the search field while the search changes the address', async () => {
    const { address } = openApp('/organizations', signedIn())
    const search = await screen.findByRole('searchbox')
    await userEvent.type(search, 'acme')
    await waitFor(() => expect(address()).toBe('/organizations?search=acme'))
    expect(document.activeElement).toBe(search)
    expect(search).toHaveProperty('value', 'acme')
  })

  test('can skip the frame: the first stop of Tab leads to the content', async () => {
    openApp('/organizations', signedIn())
    await screen.findByRole('heading', { name: 'Organizations' })
    await userEvent.tab()
    const skip = screen.getByRole('link', { name: 'Skip to content' })
    expect(document.activeElement).toBe(skip)
    expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
  })
})

describe('a failure', () => {
  test('of one panel does not affect the rest of the page and the frame', async () => {
    openApp(
      '/account/tokens',
      signedIn({
        'GET /platform/profile/access-tokens': refusal(403, {
          kind: 'forbidden',
          message: 'Tokens are switched off',
        }),
      }),
    )
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Your access tokens could not be loaded')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Access tokens' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'New token' })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Product' })).toBeTruthy()
  })

  test('of one page is reset on the next', async () => {
    openApp(
      '/account/tokens',
      signedIn({
        'GET /platform/profile/access-tokens': refusal(403, { kind: 'forbidden', message: 'No' }),
      }),
    )
    await screen.findByRole('alert')
    const pages = within(screen.getByRole('navigation', { name: 'Account' }))
    await userEvent.click(pages.getByRole('link', { name: 'Account' }))
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('of a guard is a page with an action, and retrying shows the requested page', async () => {
    let isBroken = true
    openApp(
      '/org/acme',
      signedIn({
        'GET /platform/profile': () =>
          isBroken
            ? refusal(403, { kind: 'forbidden', message: 'The account is locked' })
            : profile,
      }),
    )
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('This page could not be shown')).toBeTruthy()
    expect(within(alert).getByText('The account is locked')).toBeTruthy()
    const start = within(alert).getByRole('link', { name: 'Back to dashboard' })
    expect(start.getAttribute('href')).toBe('/')
    isBroken = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeTruthy()
  })
})

test.each([
  ['/org/acme/nothing/here', 'Organization'],
  [`/project/${shop.ref}/nothing`, 'Product'],
  [`/project/${shop.ref}/database/nothing`, 'Product'],
  [`/project/${shop.ref}/settings/compute`, 'Product'],
  ['/account/nothing', 'Product'],
])('the page %s is not found, and the navigation stays', async (path, navigation) => {
  openApp(path, signedIn())
  const heading = await screen.findByRole('heading', { name: `Page not found: ${path}` })
  expect(screen.getByRole('navigation', { name: navigation })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Product' })).toBeTruthy()
  expect(screen.getAllByRole('main')).toEqual([heading.closest('main')])
  expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/')
})

test.each([
  [`/project/${shop.ref}/settings`, `/project/${shop.ref}/settings/general`],
  [`/project/${shop.ref}/settings/`, `/project/${shop.ref}/settings/general`],
  [`/project/${shop.ref}/database`, `/project/${shop.ref}/database/schemas`],
  ['/org/acme/settings', '/org/acme/general'],
  ['/account', '/account/me'],
  ['/account/', '/account/me'],
])('the section %s redirects to its page %s', async (from, to) => {
  const { address } = openApp(from, signedIn())
  await waitFor(() => expect(address()).toBe(to))
  expect(screen.queryByText(/^Page not found/u)).toBeNull()
})

test('an unknown address is shown, with a link to the dashboard', async () => {
  openApp('/nothing/here', signedIn())
  const heading = { name: 'Page not found: /nothing/here' }
  expect(await screen.findByRole('heading', heading)).toBeTruthy()
  const start = screen.getByRole('link', { name: 'Back to dashboard' })
  expect(start.getAttribute('href')).toBe('/')
})

test('the start page is the organization that was visited last', async () => {
  const { address } = openApp('/org/acme', signedIn())
  await screen.findByRole('heading', { name: 'Acme' })
  await userEvent.click(screen.getByRole('link', { name: 'Organizations' }))
  await waitFor(() => expect(address()).toBe('/organizations'))
  await userEvent.click(screen.getByRole('link', { name: 'Basalt: start page' }))
  await waitFor(() => expect(address()).toBe('/org/acme'))
})

test('an expired session redirects to sign-in and back to the page', async () => {
  let isSignedIn = true
  const out = refusal(401, { kind: 'unauthenticated', message: 'Sign in' })
  const { address } = openApp(
    '/account/tokens',
    signedIn({
      'GET /platform/profile': () => (isSignedIn ? profile : out),
      'GET /platform/profile/sessions': () => (isSignedIn ? [] : out),
      ...tokens,
    }),
  )
  await screen.findByRole('heading', { name: 'No access tokens yet' })
  isSignedIn = false
  await userEvent.click(screen.getByRole('link', { name: 'Security' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  const { pathname, searchParams } = new URL(address(), 'http://basalt.test')
  expect(pathname).toBe('/sign-in')
  expect(searchParams.get('returnTo')).toMatch(/^\/account\//u)
})

test('a further refusal on the way to sign-in does not lose the return target', async () => {
  let isSignedIn = true
  let refused = 0
  const out = refusal(401, { kind: 'unauthenticated', message: 'Sign in' })
  const answer = () => {
    refused += 1
    return out
  }
  const { address } = openApp(
    '/account/tokens',
    signedIn({
      'GET /platform/profile': () => (isSignedIn ? profile : answer()),
      'GET /platform/profile/sessions': () => (isSignedIn ? [] : out),
      ...tokens,
    }),
  )
  await screen.findByRole('heading', { name: 'No access tokens yet' })
  globalThis.history.replaceState(null, '', '/sign-in?returnTo=%2Faccount%2Ftokens')
  isSignedIn = false
  await userEvent.click(screen.getByRole('link', { name: 'Security' }))
  await waitFor(() => expect(refused).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(address()).not.toContain('sign-in')
})
