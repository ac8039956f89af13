// @vitest-environment jsdom
import type { OpenedInvitation } from '@basalt/contract/organization/invitations'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { returnTarget } from '../../lib/session/return-to.ts'
import { acme, type Answers, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const route = 'GET /platform/invitations'
const accept = 'POST /platform/invitations/accept'
const token = 'aZ09-_bcdefghijklmnopqrstuvwxyzABCDEFGHIJKL'
const link = `/join?token=${token}&slug=acme`

const valid: OpenedInvitation = {
  state: 'valid',
  role: 'Developer',
  project_roles: [],
  organization: { name: 'Acme', slug: 'acme' },
  email: 'ann@example.test',
  invited_by: 'olga@example.test',
  expires_at: new Date(Date.now() + 7_300_000).toISOString(),
}
const open = (answer: Answers[string], more: Answers = {}) =>
  openApp(link, signedIn({ [route]: answer, ...more }))

test('"No existence checks on /join": an unknown slug is not redirected', async () => {
  const { address, calls } = open({ state: 'invalid' }, { 'GET /platform/organizations': [] })
  expect(
    await screen.findByRole('heading', { name: 'This invitation is no longer valid' }),
  ).toBeTruthy()
  expect(address()).toBe(link)
  expect(calls.map((call) => call.route)).not.toContain('GET /platform/organizations')
})

test('a valid invitation shows inviter and roles, and joining leads to the organization', async () => {
  const { address, calls } = open(valid, { [accept]: { slug: 'acme' } })
  expect(await screen.findByRole('heading', { name: 'Join Acme' })).toBeTruthy()
  expect(screen.getByText(/olga@example\.test invites you as Developer/u)).toBeTruthy()
  expect(screen.getByText(/signed in as ann@example\.test.*expires in 2 hours/u)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Join Acme' }))
  await waitFor(() => expect(address()).toBe('/org/acme'))
  expect(calls.find((call) => call.route === accept)?.body).toEqual({ token })
})

test('roles in projects are listed', async () => {
  open({
    ...valid,
    role: null,
    project_roles: [
      {
        project_ref: 'p',
        project_name: 'Shop',
        role: 'Read-only',
        custom_role_id: null,
        custom_role_name: null,
      },
    ],
  })
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toBe('ShopRead-only')
})

test('an invitation that was revoked since reports that on the click', async () => {
  open(valid, {
    [accept]: refusal(404, { kind: 'not_found', message: 'This invitation was revoked' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Join Acme' }))
  expect(await screen.findByText('This invitation was revoked')).toBeTruthy()
})

test('the wrong account sees both addresses, one masked, and can switch', async () => {
  const { address } = open(
    {
      state: 'wrong_account',
      invited_address: 'a•••@e•••.test',
      signed_in_as: 'olga@example.test',
    },
    { 'POST /platform/sign-out': { ok: true } },
  )
  expect(
    await screen.findByRole('heading', { name: 'This invitation is for another account' }),
  ).toBeTruthy()
  expect(screen.getByText('a•••@e•••.test')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use another account' }))
  await waitFor(() => expect(address()).toMatch(/^\/sign-in\?returnTo=/u))
})

test('a member is redirected to the organization', async () => {
  open({ state: 'already_member', organization: { name: acme.name, slug: acme.slug } })
  expect(await screen.findByRole('heading', { name: 'You are a member of Acme' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open Acme' }).getAttribute('href')).toBe('/org/acme')
})

test('a signed-out user signs in, or up, and returns with the whole token', async () => {
  openApp(link, { [route]: refusal(401, { kind: 'unauthenticated', message: 'Sign in' }) })
  expect(await screen.findByRole('heading', { name: 'You are invited' })).toBeTruthy()
  for (const name of ['Sign in', 'Create an account']) {
    const href = screen.getByRole('link', { name }).getAttribute('href') ?? ''
    const { search } = new URL(href, 'http://basalt.test')
    expect(returnTarget(search, '/organizations')).toBe(link)
  }
})

test('a link without a token is invalid', async () => {
  const { calls } = openApp('/join', signedIn())
  expect(
    await screen.findByRole('heading', { name: 'This invitation is no longer valid' }),
  ).toBeTruthy()
  expect(calls.map((call) => call.route)).not.toContain(route)
})

test('an unreachable server is not reported as an invalid invitation', async () => {
  open(refusal(400, { kind: 'invalid_request', message: 'Odd' }))
  expect(await screen.findByText('The invitation could not be opened')).toBeTruthy()
})
