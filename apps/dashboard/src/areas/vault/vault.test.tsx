import type { VaultState } from '@basalt/contract/vault/vault'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '00000000-0000-4000-8000-000000000001'
const keyId = '00000000-0000-4000-8000-0000000000aa'
const base = `/platform/projects/${shop.ref}/vault`
const list = `GET ${base}`

const secret = (change: Partial<VaultState['secrets'][number]> = {}) => ({
  id,
  name: 'mail key',
  description: 'Sends mail',
  key_id: keyId,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  state: 'readable' as const,
  ...change,
})

const state = (change: Partial<VaultState> = {}): VaultState => ({
  kind: 'own',
  secrets: [secret()],
  keys: [],
  unrotated: 0,
  ...change,
})

const open = (vault: VaultState, more: Answers = {}) =>
  openApp(`/project/${shop.ref}/settings/vault/secrets`, signedIn({ [list]: vault, ...more }))

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for mail key' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('a project without a vault enables it', async () => {
  const install = `POST /platform/pg-meta/${shop.ref}/integrations/vault/install`
  const { calls } = open(state({ kind: 'absent', secrets: [] }), { [install]: { ok: true } })
  await userEvent.click(await screen.findByRole('button', { name: 'Enable vault' }))
  await waitFor(() => expect(calls.some(({ route }) => route === install)).toBe(true))
})

test('a secret is created, and a taken name is an error of its field', async () => {
  const message = 'Another secret has this name'
  const { calls } = open(state({ secrets: [] }), {
    [`POST ${base}/secrets`]: refusal(409, {
      kind: 'conflict',
      message,
      fields: { name: message },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New secret' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'mail key')
  await userEvent.type(screen.getByLabelText('Secret', { selector: 'input' }), 'text')
  expect(screen.getByText('{{vault:mail key}}')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create secret' }))
  expect(await screen.findByText(message)).toBeTruthy()
  const sent = calls.findLast(({ route }) => route === `POST ${base}/secrets`)
  expect(sent?.body).toEqual({ name: 'mail key', description: '', secret: 'text' })
})

test('an edit without a text keeps the stored one', async () => {
  const { calls } = open(state(), { [`PATCH ${base}/secrets/${id}`]: { ok: true } })
  await choose('Edit')
  await userEvent.type(await screen.findByLabelText('Description'), ' fast')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => {
    const sent = calls.findLast(({ route }) => route === `PATCH ${base}/secrets/${id}`)
    expect(sent?.body).toEqual({ name: 'mail key', description: 'Sends mail fast' })
  })
})

test('a revealed text is shown in a dialog until that is closed', async () => {
  open(state(), { [`POST ${base}/secrets/${id}/reveal`]: { secret: 'the text' } })
  await choose('Reveal')
  expect(await screen.findByText('the text')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('the text')).toBeNull())
})

test('a reader sees names, and why a secret cannot be revealed', async () => {
  open(state(), { 'GET /platform/profile/permissions': rulesFor('Read-only') })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for mail key' }))
  const item = await screen.findByRole('menuitem', { name: /Reveal/u })
  expect(item.getAttribute('aria-disabled')).toBe('true')
})

test('a deletion names what uses the secret', async () => {
  open(state(), {
    [`GET ${base}/secrets/${id}/uses`]: [{ kind: 'function', name: 'public.send_mail' }],
  })
  await choose('Delete')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('public.send_mail')).toBeTruthy()
})

test('a rename names what uses the secret, before it is saved', async () => {
  open(state(), {
    [`GET ${base}/secrets/${id}/uses`]: [{ kind: 'webhook', name: 'public.orders.notify' }],
  })
  await choose('Edit')
  expect(screen.queryByText(/stop working/u)).toBeNull()
  await userEvent.type(await screen.findByLabelText('Name'), ' 2')
  expect(await screen.findByText('References to mail key stop working')).toBeTruthy()
  expect(await screen.findByText('public.orders.notify')).toBeTruthy()
})

test('a rotation and secrets that do not open are reported above the list', async () => {
  open(state({ unrotated: 3, secrets: [secret({ state: 'missing_key' })] }), {
    [`POST ${base}/rotate`]: { ok: true },
  })
  expect(await screen.findByText('The key is being rotated')).toBeTruthy()
  expect(screen.getByText('1 secret cannot be opened')).toBeTruthy()
  expect(screen.getByText('Key missing')).toBeTruthy()
})
