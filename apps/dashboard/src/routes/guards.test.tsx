// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, install, profile, refusal, shop, signedIn } from '../testing/answers.ts'
import { openApp } from '../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an unknown organization leads to the list and is named there', async () => {
  const { address } = openApp('/org/nowhere', signedIn())
  await waitFor(() => expect(address()).toBe('/organizations?error=org_not_found&org=nowhere'))
  await waitFor(() =>
    expect(screen.getAllByText("We couldn't find that organization")).toHaveLength(2),
  )
})

test('an unknown project leads to the organizations with a word', async () => {
  const { address } = openApp('/project/nosuchproject', signedIn())
  await waitFor(() => expect(address()).toBe('/organizations'))
  expect(await screen.findByText('This project does not exist')).toBeTruthy()
})

test('a project that the list does not know yet is asked for before it is called unknown', async () => {
  openApp(`/project/${shop.ref}`, signedIn({ 'GET /platform/projects': [] }))
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeTruthy()
})

test('a preview branch of a known project is let in', async () => {
  const branch = { ...shop, ref: 'branch', name: 'Branch', parent_project_ref: shop.ref }
  const { address } = openApp(
    '/project/branch',
    signedIn({
      'GET /platform/projects': [{ ...shop, preview_branch_refs: ['branch'] }],
      'GET /platform/projects/branch': branch,
    }),
  )
  expect(await screen.findByRole('heading', { name: 'Branch' })).toBeTruthy()
  expect(address()).toBe('/project/branch')
})

describe('an organization that requires two-factor sign-in', () => {
  const strict = { ...acme, organization_requires_mfa: true }

  test('keeps people without it on its own page', async () => {
    const { address } = openApp(
      `/project/${shop.ref}`,
      signedIn({ 'GET /platform/organizations': [strict] }),
    )
    await waitFor(() => expect(address()).toBe('/org/acme'))
  })

  test('lets people with it through', async () => {
    const { address } = openApp(
      `/project/${shop.ref}`,
      signedIn({
        'GET /platform/organizations': [strict],
        'GET /platform/profile': { ...profile, is_mfa_enabled: true },
      }),
    )
    await screen.findByRole('heading', { name: 'Shop' })
    expect(address()).toBe(`/project/${shop.ref}`)
  })
})

test('a profile that does not exist yet is made', async () => {
  let isMade = false
  const { calls } = openApp(
    '/organizations',
    signedIn({
      'GET /platform/profile': () =>
        isMade ? profile : refusal(404, { kind: 'not_found', message: "User's profile not found" }),
      'POST /platform/profile': () => {
        isMade = true
        return profile
      },
    }),
  )
  expect(await screen.findByRole('heading', { name: 'Organizations' })).toBeTruthy()
  expect(calls.filter(({ route }) => route === 'POST /platform/profile')).toHaveLength(1)
})

test('without organizations the start page is the one project', async () => {
  const only = { ...shop, ref: 'default', name: 'Database' }
  const { address, calls } = openApp(
    '/',
    signedIn({
      'GET /platform/projects': [only],
      'GET /platform/projects/default': only,
    }),
    { ...install, capabilities: [] },
  )
  expect(await screen.findByRole('heading', { name: 'Database' })).toBeTruthy()
  expect(address()).toBe('/project/default')
  expect(calls.map(({ route }) => route)).not.toContain('GET /platform/organizations')
})

test.each(['/organizations', '/new', '/org/acme', '/sign-up', '/outbox'])(
  '%s does not exist where the install does not offer it',
  async (path) => {
    openApp(path, signedIn(), { ...install, capabilities: [] })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  },
)

test('the design page is for development only', async () => {
  openApp('/design', {})
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  cleanup()
  openApp('/design', {}, { ...install, development: true })
  expect(await screen.findByRole('heading', { name: 'Design' })).toBeTruthy()
})
