// @vitest-environment jsdom
import type {
  OrganizationSecurity,
  OrganizationSettings,
} from '@basalt/contract/organization/settings'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { queryClient } from '../../lib/network/query-client.ts'
import { storage } from '../../lib/storage/storage.ts'
import { acme, profile, refusal, rulesFor, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const settings: OrganizationSettings = {
  name: 'Acme',
  slug: 'acme',
  ai_opt_in: [],
  audits_sql_text: false,
}
const path = '/platform/organizations/acme'
const asDeveloper = { 'GET /platform/profile/permissions': rulesFor('Developer') }

const open = (more = {}, url = '/org/acme/general') =>
  openApp(url, signedIn({ [`GET ${path}/settings`]: settings, ...more }))

test('assistant levels that the operator has switched off are disabled with the reason', async () => {
  open({ 'GET /platform/profile': { ...profile, disabled_features: ['ai:opt_in_level_schema'] } })
  const schema = await screen.findByRole('checkbox', { name: 'Schema' })
  expect(schema).toHaveProperty('disabled', true)
  expect(screen.getByText(/Turned off by your administrator/u)).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Logs' })).toHaveProperty('disabled', false)
})

const sent = (calls: { route: string; body: unknown }[], route: string) =>
  calls.filter((one) => one.route === route).map(({ body }) => body)

describe('name and slug', () => {
  test('only changed fields are sent', async () => {
    const { calls } = open({ [`PATCH ${path}`]: { ...settings, name: 'Acme Works' } })
    const name = await screen.findByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Acme Works{Enter}')
    expect(await screen.findByText('Organization saved')).toBeTruthy()
    expect(sent(calls, `PATCH ${path}`)).toEqual([{ name: 'Acme Works' }])
  })

  test('typed text is not lost without a question when the page is left', async () => {
    const { address } = open({ [`PATCH ${path}`]: { ...settings, name: 'Acme Works' } })
    const name = await screen.findByLabelText('Name')
    await userEvent.type(name, ' Works')
    const leave = async () => userEvent.click(screen.getByRole('link', { name: 'Security' }))
    await leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(address()).toBe('/org/acme/general')
    expect(name).toHaveProperty('value', 'Acme Works')

    await leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(address()).toBe('/org/acme/security'))
  })

  test('an ended session leads to the sign-in page without a question', async () => {
    let isOut = false
    const out = refusal(401, { kind: 'unauthenticated', message: 'Sign in' })
    const { address } = open({
      'GET /platform/profile': () => (isOut ? out : profile),
      [`GET ${path}/security`]: out,
      [`PATCH ${path}`]: out,
    })
    const name = await screen.findByLabelText('Name')
    isOut = true
    await userEvent.type(name, ' Works{Enter}')
    void queryClient.invalidateQueries()
    await waitFor(() => expect(address()).toContain('/sign-in'))
  })

  test('saved text needs no question', async () => {
    const { address } = open({ [`PATCH ${path}`]: { ...settings, name: 'Acme Works' } })
    await userEvent.type(await screen.findByLabelText('Name'), ' Works{Enter}')
    expect(await screen.findByText('Organization saved')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Security' }))
    await waitFor(() => expect(address()).toBe('/org/acme/security'))
  })

  test('a new slug updates the address and the stored last visit', async () => {
    const moved = { ...settings, slug: 'works' }
    let isMoved = false
    const { address } = open({
      [`PATCH ${path}`]: () => {
        isMoved = true
        return moved
      },
      'GET /platform/organizations': () => [isMoved ? { ...acme, slug: 'works' } : acme],
      'GET /platform/organizations/works/settings': moved,
    })
    const slug = await screen.findByLabelText('Slug')
    await userEvent.clear(slug)
    await userEvent.type(slug, 'works{Enter}')
    await waitFor(() => expect(address()).toBe('/org/works/general'))
    expect(storage.lastOrganization.get()).toBe('works')
  })

  test.each([
    ['Slug', 'ab', 'Use at least 3 characters'],
    ['Slug', 'Acme', 'Use lower-case letters'],
    ['Slug', 'a--b', 'Use lower-case letters'],
    ['Name', ' ', 'Enter a name'],
  ])('%s “%s” is refused at its field, and nothing is sent', async (label, text, message) => {
    const { calls } = open()
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, `${text}{Enter}`)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(sent(calls, `PATCH ${path}`)).toEqual([])
  })

  test('a taken slug is reported at its field', async () => {
    open({
      [`PATCH ${path}`]: refusal(409, {
        kind: 'conflict',
        message: 'This slug is taken',
        fields: { slug: 'This slug is taken' },
      }),
    })
    await userEvent.type(await screen.findByLabelText('Slug'), '-two{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This slug is taken')
  })
})

test('SPEC.md section 9, “AI opt-in keys”: each of the three is independent', async () => {
  const { calls } = open({
    [`PUT ${path}/ai-opt-in`]: (body: unknown) => ({
      ...settings,
      ai_opt_in: (body as { keys: string[] }).keys,
    }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Logs' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Logs' }).checked).toBe(true),
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Schema' }))
  await waitFor(() =>
    expect(sent(calls, `PUT ${path}/ai-opt-in`)).toEqual([
      { keys: ['AI_LOG_GENERATOR_OPT_IN'] },
      { keys: ['AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN'] },
    ]),
  )
  expect(screen.getByText('AI_DATA_GENERATOR_OPT_IN')).toBeTruthy()
})

test('a developer sees the settings read-only with the reason', async () => {
  open(asDeveloper)
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveProperty('readOnly', true)
  for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true)
  expect(
    screen.getByText('You need additional permissions to change the assistant settings'),
  ).toBeTruthy()
  for (const label of ['Save', 'Delete organization']) {
    expect(screen.getByRole('button', { name: label }).getAttribute('aria-disabled')).toBe('true')
  }
})

test.each(['/org/acme/general', '/org/acme/security'])(
  'on %s a member of single projects sees the reason, and no request is sent',
  async (url) => {
    const { calls } = open({ 'GET /platform/profile/permissions': [] }, url)
    expect(
      await screen.findByText('You need additional permissions to see these settings'),
    ).toBeTruthy()
    expect(calls.filter(({ route }) => route.startsWith(`GET ${path}/`))).toEqual([])
  },
)

test('deleting names the effects, requires typing the name and leads to the list', async () => {
  const { calls, address } = open({
    [`DELETE ${path}`]: { ok: true },
    'GET /platform/organizations': [acme],
  })
  // Nothing asks about a change of what is deleted.
  await userEvent.type(await screen.findByLabelText('Name'), ' Works')
  await userEvent.click(screen.getByRole('button', { name: 'Delete organization' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Acme?' })
  expect(dialog.textContent).toContain('deleted with all their tables and rows: Shop.')
  expect(dialog.textContent).toContain('All members lose access immediately')
  const confirm = within(dialog).getByRole('button', { name: 'Delete organization' })
  await userEvent.click(confirm)
  expect(sent(calls, `DELETE ${path}`)).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox'), 'Acme')
  await userEvent.click(confirm)
  await waitFor(() => expect(address()).toBe('/organizations'))
  expect(sent(calls, `DELETE ${path}`)).toHaveLength(1)
  expect(storage.lastOrganization.get()).toBeUndefined()
})

describe('requiring multi-factor authentication', () => {
  const security: OrganizationSecurity = {
    organization_requires_mfa: false,
    caller_has_mfa: true,
    member_count: 3,
    members_without_mfa: [
      {
        user_id: 'u2',
        email: 'dmitri@example.test',
        name: null,
        role: 'Developer',
        is_caller: false,
      },
    ],
  }
  const openSecurity = (change: Partial<OrganizationSecurity> = {}, more = {}) =>
    open({ [`GET ${path}/security`]: { ...security, ...change }, ...more }, '/org/acme/security')

  test('lists affected members, and asks again before it is applied', async () => {
    const { calls } = openSecurity(
      {},
      { [`PATCH ${path}/security`]: { ...security, organization_requires_mfa: true } },
    )
    const region = await screen.findByRole('region', { name: 'Members without a second factor' })
    expect(region.textContent).toContain('dmitri@example.test')
    await userEvent.click(screen.getByRole('button', { name: 'Require MFA' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('1 member and their access tokens are blocked')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Require MFA' }))
    expect(await screen.findByRole('button', { name: 'Stop requiring MFA' })).toBeTruthy()
    expect(sent(calls, `PATCH ${path}/security`)).toEqual([{ organization_requires_mfa: true }])
  })

  test('is disabled for users who would lose access, with the next step', async () => {
    openSecurity({ caller_has_mfa: false })
    const button = await screen.findByRole('button', { name: 'Require MFA' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const link = screen.getByRole('link', { name: 'Set up MFA for your account' })
    expect(link.getAttribute('href')).toBe('/account/security')
  })

  test('is visible to everyone and changed by the owner', async () => {
    openSecurity({ members_without_mfa: [] }, asDeveloper)
    expect(await screen.findByText('All 3 members have a second factor.')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Require MFA' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})
