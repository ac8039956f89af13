import type { Install } from '@basalt/contract/utility'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { acme, install, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { createErrorTracking, errorTracking, type ErrorReport } from '../network/error-tracking.ts'
import { queryClient } from '../network/query-client.ts'
import { assistantDatabase, storedRunsDatabase } from '../storage/personal-databases.ts'
import { storage } from '../storage/storage.ts'

const get = 'GET /platform/profile'
const create = 'POST /platform/profile'
const event = 'POST /platform/telemetry/event'
const noProfile = () => refusal(404, { kind: 'not_found', message: "User's profile not found" })
const measured: Install = { ...install, capabilities: [...install.capabilities, 'telemetry'] }

const reports: ErrorReport[] = []
beforeEach(() => {
  reports.length = 0
  vi.spyOn(errorTracking, 'report').mockImplementation((error, details = {}) => {
    reports.push({ id: 'an-id', error, details })
    return 'an-id'
  })
})

describe('Profile loading: if the fetch fails with message "User\'s profile not found", create the profile', () => {
  function openNew(offered: Install, answer?: () => object) {
    let isMade = false
    const created = () => {
      isMade = true
      return profile
    }
    return openApp(
      '/organizations',
      signedIn({
        [get]: () => (isMade ? profile : noProfile()),
        [create]: answer ?? created,
        [event]: { ok: true },
      }),
      offered,
    )
  }

  test('on success record a sign_up conversion and invalidate profile, organizations and projects lists', async () => {
    queryClient.clear()
    const { calls } = openNew(measured)
    storage.consent.set({ 'usage-log': true })
    await screen.findByRole('heading', { name: 'Organizations' })
    await waitFor(() =>
      expect(calls.find(({ route }) => route === event)?.body).toEqual({
        event: 'sign_up',
        pathname: '/organizations',
        consented: ['usage-log'],
      }),
    )
    const requested = calls.map(({ route }) => route)
    expect(requested.filter((route) => route === create)).toHaveLength(1)
    expect(requested.lastIndexOf(get)).toBeGreaterThan(requested.indexOf(create))
    expect(requested.lastIndexOf('GET /platform/organizations')).toBeGreaterThan(
      requested.indexOf(create),
    )
  })

  test('without telemetry on this install nothing is recorded, and the profile is created all the same', async () => {
    const { calls } = openNew(install)
    await screen.findByRole('heading', { name: 'Organizations' })
    expect(calls.map(({ route }) => route)).not.toContain(event)
  })

  test("Other profile creation failure: Toast 'Failed to create your profile. Please refresh to try again.'", async () => {
    openNew(measured, () => refusal(500, { kind: 'internal', message: 'Down' }))
    expect(
      await screen.findByText('Failed to create your profile. Please refresh to try again.'),
    ).toBeTruthy()
  })

  describe('Profile creation 409: Already exists: logged, dev-only toast outside production', () => {
    const conflict = () => refusal(409, { kind: 'conflict', message: 'The profile already exists' })

    /** Made by another window in between. */
    function openTwice(offered: Install) {
      let requested = 0
      return openApp(
        '/organizations',
        signedIn({
          [get]: () => {
            requested += 1
            return requested === 1 ? noProfile() : profile
          },
          [create]: conflict,
        }),
        offered,
      )
    }

    test('in production no toast is shown', async () => {
      openTwice(install)
      await screen.findByRole('heading', { name: 'Organizations' })
      expect(reports).toMatchObject([{ error: { code: 409 } }])
      expect(screen.queryByText('The profile already exists')).toBeNull()
    })

    test('outside of production a toast is shown', async () => {
      openTwice({ ...install, development: true })
      expect(await screen.findByText('The profile already exists')).toBeTruthy()
      expect(reports).toHaveLength(1)
    })
  })
})

test('Profile fetch 401: Sign out (which also clears storage and the query cache), go to /sign-in', async () => {
  const signedOut = refusal(401, { kind: 'unauthenticated', message: 'Sign in' })
  const { address } = openApp('/organizations', { [get]: signedOut })
  storage.lastOrganization.set('acme')
  await waitFor(() => expect(address()).toBe('/sign-in'))
  await waitFor(() => expect(storage.lastOrganization.get()).toBeUndefined())
  expect(
    queryClient.getQueryCache().findAll({ queryKey: ['GET', '/platform/organizations'] }),
  ).toEqual([])
})

test('Sign-out signs out, clears storage and databases and clears the query cache', async () => {
  const deleteDatabase = vi.fn<(name: string) => void>()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  const { calls, address } = openApp('/logout', { 'POST /platform/sign-out': { ok: true } })
  queryClient.setQueryData(['GET', '/platform/organizations', {}], [acme])
  storage.lastOrganization.set('acme')
  storage.theme.set('light')
  await waitFor(() => expect(address()).toBe('/sign-in'))
  expect(calls.map(({ route }) => route)).toContain('POST /platform/sign-out')
  expect(queryClient.getQueryData(['GET', '/platform/organizations', {}])).toBeUndefined()
  expect(storage.lastOrganization.get()).toBeUndefined()
  expect(storage.theme.get()).toBe('light')
  expect(deleteDatabase.mock.calls.flat()).toEqual([assistantDatabase, storedRunsDatabase])
})

test('unsaved work is not lost by signing out without a confirmation', async () => {
  const { calls, address } = openApp('/logout', {
    ...signedIn(),
    'POST /platform/sign-out': { ok: true },
  })
  const rows = storage.stagedRows('someone', 'pocket', 7)
  rows.set('{"rows":[]}')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out and delete edits' }))
  await waitFor(() => expect(address()).toBe('/sign-in'))
  expect(rows.get()).toBeUndefined()
  expect(calls.map(({ route }) => route)).toContain('POST /platform/sign-out')
})

test('a user who stays signed in returns to where signing out started', async () => {
  const { address } = openApp('/new', signedIn())
  storage.stagedRows('someone', 'pocket', 7).set('{"rows":[]}')
  await userEvent.click(await screen.findByRole('button', { name: /^Account menu/u }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(address()).toBe('/new'))
})

test('Permissions fetch failure: Reported to error tracking with status code', async () => {
  openApp(
    '/org/acme',
    signedIn({
      'GET /platform/profile/permissions': refusal(403, { kind: 'forbidden', message: 'Not you' }),
    }),
  )
  await waitFor(() => expect(reports).toHaveLength(1))
  expect(reports[0]).toMatchObject({
    error: { message: 'Not you' },
    details: { code: 403, route: '/platform/profile/permissions' },
  })
})

describe('Error reporting is sampled at 20% by default', () => {
  test.each([
    [0.19, 1],
    [0.2, 0],
    [0.99, 0],
  ])('a report that draws %d is sent %d times', (drawn, times) => {
    const send = vi.fn<(report: ErrorReport) => void>()
    createErrorTracking({ send, random: () => drawn }).report(new Error('x'), { code: 500 })
    expect(send).toHaveBeenCalledTimes(times)
  })
})
