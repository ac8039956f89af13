import type { Integration, IntegrationDetails } from '@basalt/contract/integrations/integrations'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/integrations`
const base = `/platform/pg-meta/${shop.ref}/integrations`

const queues: Integration = {
  id: 'queues',
  extension: 'pgmq',
  is_installed: true,
  version: '1.11.0',
}
const vault: Integration = {
  id: 'vault',
  extension: 'supabase_vault',
  is_installed: false,
  version: null,
}
const details: IntegrationDetails = {
  integration: queues,
  schemas: ['pgmq'],
  tables: [{ name: 'pgmq.q_mail', rows: 10_001 }],
  functions: 40,
  dependents: ['view letters'],
}

test('the catalogue lists installed integrations first', async () => {
  openApp(url, signedIn({ [`GET ${base}`]: [vault, queues] }))
  const installed = within(await screen.findByRole('region', { name: 'Installed' }))
  expect(installed.getByRole('link', { name: 'Open queues' }).getAttribute('href')).toBe(
    `${url}/queues`,
  )
  const secrets = within(screen.getByRole('region', { name: 'Secrets' }))
  expect(secrets.getByRole('link', { name: 'Vault' }).getAttribute('href')).toBe(
    `${url}/overview/vault`,
  )
})

test('the catalogue offers to load again what could not be loaded', async () => {
  openApp(
    url,
    signedIn({ [`GET ${base}`]: refusal(400, { kind: 'invalid_request', message: 'Not now' }) }),
  )
  expect(await screen.findByText('The integrations could not be loaded')).toBeTruthy()
})

test('an integration says what it added, and its removal what is lost', async () => {
  const { calls } = openApp(
    `${url}/overview/queues`,
    signedIn({ [`GET ${base}/queues`]: details, [`DELETE ${base}/queues`]: { ok: true } }),
  )
  expect(await screen.findByText('pgmq 1.11.0')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove queues?' }))
  expect(dialog.getByText('pgmq.q_mail: more than 10,000 rows')).toBeTruthy()
  expect(dialog.getByText('view letters')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Type Queues to confirm'), 'Queues')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(calls.some(({ route }) => route === `DELETE ${base}/queues`)).toBe(true),
  )
})

test('an integration that is not there yet can be installed', async () => {
  const { calls } = openApp(
    `${url}/overview/vault`,
    signedIn({
      [`GET ${base}/vault`]: {
        integration: vault,
        schemas: [],
        tables: [],
        functions: 0,
        dependents: [],
      },
      [`POST ${base}/vault/install`]: { ok: true },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Install vault' }))
  await waitFor(() =>
    expect(calls.some(({ route }) => route === `POST ${base}/vault/install`)).toBe(true),
  )
})

test('an unknown integration leads to the catalogue', async () => {
  openApp(`${url}/overview/nothing`, signedIn({}))
  const link = await screen.findByRole('link', { name: 'Show all integrations' })
  expect(link.getAttribute('href')).toBe(url)
})
