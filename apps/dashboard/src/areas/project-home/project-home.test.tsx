// @vitest-environment jsdom
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { install, profile, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const path = `/platform/projects/${shop.ref}`
const open = (more: Partial<ProjectDetail> = {}, answers = {}) =>
  openApp(`/project/${shop.ref}`, signedIn({ [`GET ${path}`]: { ...shop, ...more }, ...answers }))

test('a connection string is copied exactly', async () => {
  open()
  expect(
    await screen.findByText('postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:5432/postgres'),
  ).toBeTruthy()
})

test('the database password can be reset, and open connections closed', async () => {
  const strong = { result: { score: 4, feedback: { suggestions: [], warning: '' } } }
  const { calls } = open(
    {},
    {
      [`POST ${path}/database-password`]: { ok: true },
      'POST /platform/profile/password-check': strong,
    },
  )
  const button = await screen.findByRole('button', { name: 'Reset database password' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(button)
  // Its code is loaded on demand.
  const slow = { timeout: 10_000 }
  const dialog = await screen.findByRole('dialog', { name: 'Reset database password' }, slow)
  const field = await within(dialog).findByLabelText<HTMLInputElement>('Database password')
  expect(field.value).toHaveLength(20)
  const chosen = field.value
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /End open connections/u }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset password' }))
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({
        route: `POST ${path}/database-password`,
        body: { db_pass: chosen, end_sessions: true },
      }),
    ),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('without the right the password cannot be reset', async () => {
  open({}, { 'GET /platform/profile/permissions': rulesFor('Developer') })
  const button = await screen.findByRole('button', { name: 'Reset database password' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
})

test('deleting needs the name of the project', async () => {
  const { calls, address } = open({}, { [`DELETE ${path}`]: { ok: true } })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Shop?' })
  const confirm = await within(dialog).findByRole('button', { name: 'Delete project' })
  await userEvent.click(confirm)
  expect(calls.map(({ route }) => route)).not.toContain(`DELETE ${path}`)
  await userEvent.type(await within(dialog).findByLabelText('Type Shop to confirm'), 'Shop')
  await userEvent.click(confirm)
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain(`DELETE ${path}`))
  await waitFor(() => expect(address()).toBe('/org/acme'))
})

test('without the right the button stays disabled with the reason', async () => {
  const { calls } = open(
    {},
    {
      'GET /platform/profile/permissions': rulesFor('Read-only'),
      [`DELETE ${path}`]: { ok: true },
    },
  )
  const button = await screen.findByRole('button', { name: 'Delete project' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(button)
  expect(await screen.findByRole('tooltip')).toHaveProperty(
    'textContent',
    'You need additional permissions to delete this project',
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ route }) => route)).not.toContain(`DELETE ${path}`)
})

test('features that the engine lacks are not offered', async () => {
  open({ engine_features: ['restart'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Project actions' }))
  const pause = await screen.findByRole('menuitem', { name: /Pause/u })
  expect(pause.getAttribute('aria-disabled')).toBe('true')
  expect(pause.textContent).toContain('The engine of this project does not support this')
})

test('a project that failed to start shows the reason and can be deleted', async () => {
  open({
    status: 'INIT_FAILED',
    status_reason: 'initdb: no space left on device',
    connectionString: null,
    connection: null,
  })
  expect(await screen.findByText('initdb: no space left on device')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Delete project' })).toHaveLength(2)
})

test('a paused project can be restored from its notice', async () => {
  const { calls } = open(
    { status: 'INACTIVE', connectionString: null },
    { [`POST ${path}/restore`]: { ok: true } },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Restore project' }))
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain(`POST ${path}/restore`))
  expect(await screen.findByText('Restoring the project')).toBeTruthy()
})

test('a failure stays in its panel, has the request id and can be retried', async () => {
  let isBroken = true
  open(
    {},
    {
      [`GET ${path}`]: () =>
        isBroken
          ? new Response(JSON.stringify({ kind: 'forbidden', message: 'Not today' }), {
              status: 403,
              headers: { 'x-request-id': 'request-7' },
            })
          : shop,
    },
  )
  expect(await screen.findByText('The project could not be loaded')).toBeTruthy()
  expect(screen.getByText('Not today')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy request ID' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Product' })).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeTruthy()
})

test('a failing action shows the error inside its dialog', async () => {
  open(
    {},
    {
      [`DELETE ${path}`]: refusal(409, { kind: 'conflict', message: 'It is being restored' }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('Type Shop to confirm'), 'Shop{Enter}')
  expect(await within(dialog).findByText('It is being restored')).toBeTruthy()
})

test('region and compute are shown only on installs with a choice', async () => {
  open()
  expect(await screen.findByText('Compute')).toBeTruthy()
  expect(screen.queryByText('Region')).toBeNull()
  cleanup()
  const placements = [{ cloud_provider: 'AWS' as const, region: 'eu-central-1' }]
  openApp(`/project/${shop.ref}`, signedIn(), { ...install, placements })
  expect(await screen.findByText('Central EU (Frankfurt)')).toBeTruthy()
  cleanup()
  openApp(`/project/${shop.ref}`, signedIn(), { ...install, capabilities: [] })
  expect(await screen.findByText('PostgreSQL')).toBeTruthy()
  expect(screen.queryByText('Compute')).toBeNull()
  expect(screen.queryByText('Region')).toBeNull()
})

test('SPEC.md section 3, "Client libraries listed: JavaScript, Flutter, Python (alpha), C#, Swift, Kotlin"', async () => {
  open()
  const list = await screen.findByRole('list', { name: 'Client libraries' })
  const names = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['JavaScript', 'Flutter', 'Pythonalpha', 'C#', 'Swift', 'Kotlin'])
})

test('client libraries that are switched off are not listed', async () => {
  openApp(
    `/project/${shop.ref}`,
    signedIn({
      'GET /platform/profile': { ...profile, disabled_features: ['sdk:python', 'sdk:dart'] },
    }),
  )
  const list = await screen.findByRole('list', { name: 'Client libraries' })
  expect(list.textContent).not.toMatch(/Python|Flutter/u)
  expect(list.textContent).toContain('Kotlin')
})
