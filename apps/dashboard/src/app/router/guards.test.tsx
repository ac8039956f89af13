// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { getHome } from '../../lib/session/home.ts'
import { storage } from '../../lib/storage/storage.ts'
import {
  acme,
  type Answers,
  install,
  profile,
  refusal,
  shop,
  signedIn,
} from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('SPEC.md section 2, route guard', () => {
  test("“if the slug is not among the user's organizations: error toast 'We couldn't find that organization', redirect to /organizations with query error=org_not_found and org={slug}”", async () => {
    const { address } = openApp('/org/nowhere', signedIn())
    await waitFor(() => expect(address()).toBe('/organizations?error=org_not_found&org=nowhere'))
    // The toast, and the notice that stays on the page.
    await waitFor(() =>
      expect(screen.getAllByText("We couldn't find that organization")).toHaveLength(2),
    )
  })

  test('the same holds for every page of an organization, and its slug is not remembered', async () => {
    localStorage.clear()
    const { address } = openApp('/org/nowhere/audit?outcome=failed', signedIn())
    await waitFor(() => expect(address()).toBe('/organizations?error=org_not_found&org=nowhere'))
    expect(storage.lastOrganization.get()).toBeUndefined()
  })

  test('an organization that was joined in another window is looked up before it is called unknown', async () => {
    let requested = 0
    const { address } = openApp(
      '/org/other',
      signedIn({
        'GET /platform/organizations': () => {
          requested += 1
          return requested === 1 ? [acme] : [acme, { ...acme, slug: 'other', name: 'Other' }]
        },
      }),
    )
    expect(await screen.findByRole('heading', { name: 'Other' })).toBeTruthy()
    expect(address()).toBe('/org/other')
  })

  test("“if the project ref is unknown: toast 'This project does not exist' and redirect”", async () => {
    const { address } = openApp('/project/nosuchproject', signedIn())
    await waitFor(() => expect(address()).toBe('/organizations'))
    expect(await screen.findByText('This project does not exist')).toBeTruthy()
  })

  test('a project that the list does not have yet is looked up before it is called unknown', async () => {
    openApp(`/project/${shop.ref}`, signedIn({ 'GET /platform/projects': [] }))
    expect(await screen.findByRole('heading', { name: 'Shop' })).toBeTruthy()
  })

  test('“and is not a preview branch ref while in preview mode”: a branch of a known project is accepted', async () => {
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

  test.each([
    ['/new/nowhere', /new project/iu],
    ['/join?token=abc&slug=nowhere', undefined],
  ])('“on /new/{slug} and /join no existence checks are made”: %s stays', async (url, heading) => {
    const { address } = openApp(url, signedIn())
    await screen.findByRole('heading', {
      level: 1,
      ...(heading !== undefined && { name: heading }),
    })
    expect(address()).toBe(url)
    expect(screen.queryByText("We couldn't find that organization")).toBeNull()
  })
})

describe('“if the organization has organization_requires_mfa and the user has not enabled MFA: redirect to /org/{slug} unless already there”', () => {
  const strict = { ...acme, organization_requires_mfa: true }
  const closed = (more: Answers = {}) =>
    signedIn({ 'GET /platform/organizations': [strict], ...more })

  test.each([`/project/${shop.ref}`, '/org/acme/audit', '/org/acme/general', '/org/acme/security'])(
    '%s redirects to the page of the organization, which explains it',
    async (url) => {
      const { address } = openApp(url, closed())
      await waitFor(() => expect(address()).toBe('/org/acme'))
      const heading = { name: 'Acme requires multi-factor authentication' }
      expect(await screen.findByRole('heading', heading)).toBeTruthy()
      const link = screen.getByRole('link', { name: 'Set up MFA' })
      expect(link.getAttribute('href')).toBe('/account/security')
      // Its projects are not listed, and no link would lead back here.
      expect(screen.queryByRole('region', { name: 'Projects' })).toBeNull()
      expect(screen.queryByRole('navigation', { name: 'Organization' })).toBeNull()
    },
  )

  test('“unless already there”', async () => {
    const { address } = openApp('/org/acme?sort=newest', closed())
    await screen.findByRole('heading', { name: 'Acme requires multi-factor authentication' })
    expect(address()).toBe('/org/acme?sort=newest')
  })

  test('a project that the server refuses is no unknown project', async () => {
    const { address } = openApp(
      `/project/${shop.ref}`,
      closed({
        'GET /platform/projects': [],
        [`GET /platform/projects/${shop.ref}`]: refusal(403, {
          kind: 'mfa_required',
          message: 'This organization requires multi-factor authentication',
          fields: { organization_slug: 'acme' },
        }),
      }),
    )
    await waitFor(() => expect(address()).toBe('/org/acme'))
    expect(screen.queryByText('This project does not exist')).toBeNull()
  })

  test('users who have it are let through', async () => {
    const { address } = openApp(
      `/project/${shop.ref}`,
      closed({ 'GET /platform/profile': { ...profile, is_mfa_enabled: true } }),
    )
    await screen.findByRole('heading', { name: 'Shop' })
    expect(address()).toBe(`/project/${shop.ref}`)
  })
})

describe('SPEC.md section 9, “a local-storage key keeps the last visited organization”', () => {
  const other = { ...acme, slug: 'other', name: 'Other' }
  const both = () => signedIn({ 'GET /platform/organizations': [acme, other] })

  test('which is the start page', async () => {
    openApp('/org/other', both())
    await screen.findByRole('heading', { name: 'Other' })
    const visited = localStorage.getItem('basalt.last-organization')
    cleanup()
    const { address } = openApp('/sign-in', both())
    await screen.findByRole('heading', { name: 'Sign in' })
    localStorage.setItem('basalt.last-organization', visited ?? '')
    expect(getHome(install)).toBe('/org/other')
    expect(address()).toBe('/sign-in')
  })

  test('a visit to one of its projects counts as well', async () => {
    openApp(`/project/${shop.ref}`, both())
    await screen.findByRole('heading', { name: 'Shop' })
    expect(storage.lastOrganization.get()).toBe('acme')
  })

  test('a deleted one is no longer stored, so that the next start leads elsewhere', async () => {
    const { address } = openApp('/org/acme', signedIn({ 'GET /platform/organizations': [other] }))
    storage.lastOrganization.set('acme')
    await waitFor(() => expect(address()).toBe('/organizations?error=org_not_found&org=acme'))
    expect(storage.lastOrganization.get()).toBeUndefined()
    expect(getHome(install)).toBe('/organizations')
  })
})

test('a missing profile is created', async () => {
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

test('without organizations the start page is the only project', async () => {
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

test.each(['/org/acme', '/org/acme/team?sort=name'])(
  'without organizations %s is not found: a toast, and the only project',
  async (path) => {
    const only = { ...shop, ref: 'default', name: 'Database' }
    const { address } = openApp(
      path,
      signedIn({ 'GET /platform/projects': [only], 'GET /platform/projects/default': only }),
      { ...install, capabilities: [] },
    )
    await waitFor(() => expect(address()).toBe('/project/default?error=org_not_found&org=acme'))
    expect(await screen.findByText("We couldn't find that organization")).toBeTruthy()
  },
)

test('with organizations /project/default is a project that does not exist', async () => {
  const { address } = openApp('/project/default', signedIn())
  await waitFor(() => expect(address()).toBe('/organizations'))
  expect(await screen.findByText('This project does not exist')).toBeTruthy()
})

test.each(['/organizations', '/new', '/sign-up', '/outbox'])(
  '%s does not exist where the install does not offer it',
  async (path) => {
    openApp(path, signedIn(), { ...install, capabilities: [] })
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  },
)

test('the design page is for development only', async () => {
  openApp('/design', {})
  expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  cleanup()
  openApp('/design', {}, { ...install, development: true })
  expect(await screen.findByRole('heading', { name: 'Design' })).toBeTruthy()
})

describe('a project whose database is unavailable', () => {
  const paused = { ...shop, status: 'INACTIVE' as const, connectionString: null }
  const away = (detail: object) =>
    signedIn({ 'GET /platform/projects': [paused], [`GET /platform/projects/${shop.ref}`]: detail })

  test.each([`/project/${shop.ref}/editor`, `/project/${shop.ref}/sql/new`])(
    'explains on %s that it is paused, with the way to restore it, and sends no query to the database',
    async (url) => {
      const { calls, address } = openApp(url, away(paused))
      expect(await screen.findByText('This project is paused')).toBeTruthy()
      expect(await screen.findByRole('button', { name: 'Restore project' })).toBeTruthy()
      expect(address()).toBe(url)
      expect(calls.filter(({ route }) => route.includes('/pg-meta/'))).toEqual([])
    },
  )

  test('returns to the page when it answers again', async () => {
    let isBack = false
    openApp(
      `/project/${shop.ref}/sql/new`,
      signedIn({
        'GET /platform/projects': [paused],
        [`GET /platform/projects/${shop.ref}`]: () => (isBack ? shop : paused),
        [`POST /platform/projects/${shop.ref}/restore`]: () => {
          isBack = true
          return { ok: true }
        },
        [`GET /platform/projects/${shop.ref}/content`]: [],
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Restore project' }))
    expect(await screen.findByRole('heading', { name: 'New query' })).toBeTruthy()
  })
})
