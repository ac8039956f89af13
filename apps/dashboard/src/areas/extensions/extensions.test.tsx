import type { EngineExtension } from '@basalt/contract/database/extensions'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, install, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/database/extensions`
const base = `/platform/pg-meta/${shop.ref}/extensions`
const list = `GET ${base}`
const apply = `POST ${base}`

const extension = (name: string, more: Partial<EngineExtension> = {}): EngineExtension => ({
  name,
  comment: null,
  default_version: '1.8',
  installed_version: null,
  schema: null,
  fixed_schema: null,
  requires: [],
  needs_superuser: false,
  can_move: false,
  locked: null,
  ...more,
})

const found = [
  extension('citext', { installed_version: '1.6', schema: 'public' }),
  extension('hstore'),
  extension('cube'),
  extension('earthdistance', { requires: ['cube'] }),
  extension('postgres_fdw', { needs_superuser: true }),
  extension('pageinspect'),
  extension('ours_only', { comment: 'Made by us' }),
]

const details = { versions: ['1.7', '1.8'], dependents: [] }

const open = (answers: Answers = {}, path = url, withInstall = install) =>
  openApp(
    path,
    signedIn({
      [list]: { major: 18, extensions: found },
      [`GET ${base}/citext`]: details,
      [`GET ${base}/earthdistance`]: details,
      [`GET /platform/pg-meta/${shop.ref}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`POST ${base}/preview`]: { statements: [] },
      ...answers,
    }),
    withInstall,
  )

const row = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  // The name stands in the row of its extension.
  return within(button.closest('[role="row"]') as HTMLElement)
}

test('the catalogue shows the state of every extension, and those of the engine beyond it', async () => {
  open()
  expect((await row('citext')).getByText('Enabled')).toBeTruthy()
  expect((await row('citext')).getByText('Update 1.8')).toBeTruthy()
  expect((await row('hstore')).getByText('Available')).toBeTruthy()
  expect((await row('postgres_fdw')).getByText('Not available')).toBeTruthy()
  expect((await row('vector')).getByText('Not available')).toBeTruthy()
  expect((await row('timescaledb')).getByText('Deprecated')).toBeTruthy()
  expect((await row('ours_only')).getByText('Made by us')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'pageinspect' })).toBeNull()
})

test('an extension is found by another common name, and by the state and tag of the URL', async () => {
  open({}, `${url}?search=pgvector`)
  expect(await screen.findByRole('button', { name: 'vector' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'hstore' })).toBeNull()
  cleanup()
  open({}, `${url}?state=available&tag=Data%20Type`)
  expect(await screen.findByRole('button', { name: 'hstore' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'citext' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'earthdistance' })).toBeNull()
})

test('a service of the platform stands in for an extension that the engine lacks', async () => {
  open({}, url, { ...install, capabilities: [...install.capabilities, 'cron'] })
  expect((await row('pg_cron')).getByText('Provided by the platform')).toBeTruthy()
})

test('enabling sends the schema and version, and names required extensions', async () => {
  const { calls } = open({ [apply]: { statements: [] } }, `${url}?extension=earthdistance`)
  const panel = within(await screen.findByRole('dialog', { name: 'earthdistance' }))
  expect(await panel.findByText('Also enables cube, which it requires.')).toBeTruthy()
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Schema' }), 'extensions')
  await userEvent.click(panel.getByRole('button', { name: 'Enable earthdistance' }))
  const body = { action: 'enable', name: 'earthdistance', schema: 'extensions', version: '1.8' }
  await waitFor(() => expect(calls.find(({ route }) => route === apply)?.body).toEqual(body))
})

test('a refusal of PostgreSQL is shown at the form', async () => {
  open(
    { [apply]: refusal(409, { kind: 'conflict', message: 'PostgreSQL refused it' }) },
    `${url}?extension=earthdistance`,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Enable earthdistance' }))
  expect(await screen.findByText('PostgreSQL refused it')).toBeTruthy()
})

test('an enabled extension is updated to the version that was chosen', async () => {
  const { calls } = open({ [apply]: { statements: [] } }, `${url}?extension=citext`)
  const version = await screen.findByRole('combobox', { name: 'Version' })
  await userEvent.selectOptions(version, '1.7')
  await userEvent.click(screen.getByRole('button', { name: 'Update to 1.7' }))
  const body = { action: 'update', name: 'citext', version: '1.7' }
  await waitFor(() => expect(calls.find(({ route }) => route === apply)?.body).toEqual(body))
})

test('dropping lists what breaks, and waits until that is confirmed', async () => {
  const dependent = { catalog: 'pg_class', id: 1, type: 'view', description: 'view emails' }
  const { calls } = open(
    {
      [`GET ${base}/citext`]: { ...details, dependents: [dependent] },
      [apply]: { statements: [] },
    },
    `${url}?extension=citext`,
  )
  expect(await screen.findByText('view emails')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Drop extension' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Drop the extension citext?' }))
  const drop = dialog.getByRole('button', { name: 'Drop extension' })
  expect(drop.getAttribute('aria-disabled') ?? drop.getAttribute('disabled')).not.toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Drop this object too' }))
  await userEvent.click(drop)
  const body = { action: 'drop', name: 'citext', cascade: true }
  await waitFor(() => expect(calls.find(({ route }) => route === apply)?.body).toEqual(body))
})

test('an extension that only a superuser may create says how to get it', async () => {
  open({}, `${url}?extension=postgres_fdw`)
  expect(await screen.findByText('Only a superuser can create it')).toBeTruthy()
  const guide = screen.getByRole('link', { name: 'Guide' })
  expect(guide.getAttribute('href')).toBe('/guides/database/extensions/postgres_fdw')
})
