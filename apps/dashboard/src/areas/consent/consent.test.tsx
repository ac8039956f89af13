import type { ConsentCategory } from '@basalt/contract/consent'
import type { Install } from '@basalt/contract/utility'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { privacySettings } from '../../product/consent.ts'
import { type Answers, install, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

const asksConsent: Install = {
  ...install,
  capabilities: [...install.capabilities, 'consent', 'telemetry'],
}

const categories: ConsentCategory[] = [
  {
    slug: 'essential',
    label: 'Essential',
    description: 'Keeps you signed in.',
    isEssential: true,
    services: [{ id: 'session', label: 'Session cookie', consent: { status: true } }],
  },
  {
    slug: 'analytics',
    label: 'Usage statistics',
    description: 'Notes what is used.',
    isEssential: false,
    services: [
      { id: 'usage-log', label: 'Server log', consent: { status: false } },
      { id: 'usage-forwarding:b.example', label: 'Copy to b.example', consent: { status: false } },
    ],
  },
]

const event = 'POST /platform/telemetry/event'
const optOut = 'DELETE /platform/consent'

function open(url = '/organizations', more: Answers = {}, offered = asksConsent) {
  privacySettings.close()
  return openApp(
    url,
    signedIn({
      'GET /platform/consent': categories,
      [event]: { ok: true },
      [optOut]: { ok: true },
      ...more,
    }),
    offered,
  )
}

const toast = () => screen.findByRole('region', { name: 'Privacy' })
const press = async (scope: HTMLElement, name: string) =>
  userEvent.click(within(scope).getByRole('button', { name }))
const openSettings = async () => {
  await press(await toast(), 'Privacy settings')
  return screen.findByRole('dialog', { name: 'Privacy settings' })
}
const listRoutes = (calls: { route: string }[]) => calls.map(({ route }) => route)

beforeEach(() => localStorage.clear())

describe('SPEC.md section 4, "Consent: persistent toast until accepted or opted out"', () => {
  test('the toast is there from the first page on without a request of its own', async () => {
    const { calls } = open()
    await toast()
    await screen.findByRole('heading', { name: 'Organizations' })
    expect(listRoutes(calls)).not.toContain('GET /platform/consent')
    expect(storage.consent.get()).toBeUndefined()
  })

  test('"Accept grants all categories", and the toast does not come back', async () => {
    const { calls } = open()
    await press(await toast(), 'Accept')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull())
    expect(storage.consent.get()).toEqual({
      session: true,
      'usage-log': true,
      'usage-forwarding:b.example': true,
    })
    expect(listRoutes(calls)).not.toContain(event)
  })

  test('"Opt out denies all and clears the telemetry cookie", also without an answer of the server', async () => {
    const { calls } = open('/organizations', { [optOut]: refusal(500, { message: 'Down' }) })
    await press(await toast(), 'Opt out')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull())
    await waitFor(() => expect(listRoutes(calls)).toContain(optOut))
    expect(storage.consent.get()).toEqual({})
  })

  test('installs without optional services have no toast, no entry and no link', async () => {
    open('/organizations', {}, install)
    await screen.findByRole('heading', { name: 'Organizations' })
    expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Account menu/u }))
    await screen.findByRole('menuitem', { name: 'Sign out' })
    expect(screen.queryByRole('menuitem', { name: 'Privacy settings' })).toBeNull()
  })

  test('when the categories cannot be loaded, accepting reports that and grants nothing', async () => {
    open('/organizations', { 'GET /platform/consent': refusal(403, { message: 'No' }) })
    await press(await toast(), 'Accept')
    expect(await screen.findByText('Unable to Load Privacy Settings')).toBeTruthy()
    expect(storage.consent.get()).toBeUndefined()
  })
})

describe('SPEC.md section 2, "A privacy settings dialog lists categories"', () => {
  test('with their label, description and services; essential ones cannot be switched', async () => {
    open()
    const dialog = within(await openSettings())
    const essential = await dialog.findByLabelText<HTMLInputElement>('Essential')
    expect([essential.checked, essential.disabled]).toEqual([true, true])
    const usage = dialog.getByLabelText<HTMLInputElement>('Usage statistics')
    expect([usage.checked, usage.disabled]).toEqual([false, false])
    const services = within(dialog.getByRole('list', { name: 'Services of Usage statistics' }))
    expect(services.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Server logOff',
      'Copy to b.exampleOff',
    ])
  })

  test('stores the choice, and revoking it clears the cookie', async () => {
    const { calls } = open()
    const first = await openSettings()
    await userEvent.click(await within(first).findByLabelText('Usage statistics'))
    await press(first, 'Save choices')
    expect(storage.consent.get()).toMatchObject({ 'usage-log': true })
    expect(listRoutes(calls)).not.toContain(optOut)

    await userEvent.click(screen.getByRole('button', { name: /^Account menu/u }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Privacy settings' }))
    const again = await screen.findByRole('dialog', { name: 'Privacy settings' })
    const usage = await within(again).findByLabelText<HTMLInputElement>('Usage statistics')
    expect(usage.checked).toBe(true)
    await userEvent.click(usage)
    await press(again, 'Save choices')
    expect(storage.consent.get()).toMatchObject({ 'usage-log': false })
    await waitFor(() => expect(listRoutes(calls)).toContain(optOut))
  })

  test('closing it with Escape decides nothing', async () => {
    open()
    const dialog = await openSettings()
    await userEvent.click(await within(dialog).findByLabelText('Usage statistics'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(storage.consent.get()).toBeUndefined()
    expect(await toast()).toBeTruthy()
  })

  test("section 8, Consent settings fail to load: Warning 'Unable to Load Privacy Settings'", async () => {
    open('/organizations', { 'GET /platform/consent': refusal(403, { message: 'No' }) })
    const dialog = await openSettings()
    expect(await within(dialog).findByText('Unable to Load Privacy Settings')).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: 'Save choices' })).toBeNull()
    await press(dialog, 'Opt out of all')
    expect(storage.consent.get()).toEqual({})
  })

  test('opens on the sign-in page', async () => {
    open('/sign-in', { 'GET /platform/profile': refusal(401, { kind: 'unauthenticated' }) })
    const page = await screen.findByRole('main')
    await press(page, 'Privacy settings')
    expect(await screen.findByRole('dialog', { name: 'Privacy settings' })).toBeTruthy()
  })
})

describe('before consent no event is sent', () => {
  const get = 'GET /platform/profile'
  const create = 'POST /platform/profile'

  /** A user whose profile is created during this visit, which is a conversion. */
  function openNew() {
    let isMade = false
    return open('/organizations', {
      [get]: () =>
        isMade ? profile : refusal(404, { kind: 'not_found', message: "User's profile not found" }),
      [create]: () => {
        isMade = true
        return profile
      },
    })
  }

  test('not even the sign_up conversion, and earlier events are not sent later', async () => {
    const { calls } = openNew()
    await screen.findByRole('heading', { name: 'Organizations' })
    expect(listRoutes(calls)).toContain(create)
    await press(await toast(), 'Accept')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull())
    expect(listRoutes(calls)).not.toContain(event)
  })

  test('nor after opting out', async () => {
    const { calls } = openNew()
    storage.consent.set({ 'usage-log': false })
    await screen.findByRole('heading', { name: 'Organizations' })
    expect(listRoutes(calls)).toContain(create)
    expect(listRoutes(calls)).not.toContain(event)
  })

  test('with consent an event has its name, the path and the accepted services only', async () => {
    const { calls } = openNew()
    storage.consent.set({ session: true, 'usage-log': true, 'usage-forwarding:b.example': false })
    await waitFor(() => expect(listRoutes(calls)).toContain(event))
    expect(calls.find(({ route }) => route === event)?.body).toEqual({
      event: 'sign_up',
      pathname: '/organizations',
      consented: ['session', 'usage-log'],
    })
  })
})
