import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import type { Server, WrapperList } from './queries.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '00000000-0000-4000-8000-000000000001'
const base = `/platform/projects/${shop.ref}/wrappers`
const projects = [{ ref: 'warehousewarehousewa', name: 'Warehouse' }]

const server = (change: Partial<Server> = {}): Server => ({
  id,
  name: 'warehouse',
  target: { type: 'project', ref: 'warehousewarehousewa' },
  database: 'postgres',
  username: 'reader',
  password_secret: 'key',
  tables: 2,
  is_missing: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  ...change,
})

const vaultState = {
  kind: 'own',
  secrets: [
    {
      id,
      name: 'key',
      description: '',
      key_id: id,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      state: 'readable',
    },
  ],
  keys: [],
  unrotated: 0,
}

const open = (change: Partial<WrapperList> = {}, more: Answers = {}, path = '') =>
  openApp(
    `/project/${shop.ref}/database/wrappers${path}`,
    signedIn({
      [`GET ${base}`]: { is_supported: true, servers: [server()], projects, ...change },
      [`GET /platform/projects/${shop.ref}/vault`]: vaultState,
      ...more,
    }),
  )

test('the list shows targets, lost servers, and the needs of other wrappers', async () => {
  open({
    servers: [server(), server({ id: id.replace('1', '2'), name: 'lost', is_missing: true })],
  })
  expect((await screen.findAllByText('Project Warehouse, postgres')).length).toBe(2)
  expect(screen.getByText('2 tables')).toBeTruthy()
  expect(screen.getByText('Missing: refresh it')).toBeTruthy()
  expect(screen.getByText('Stripe Secret Key')).toBeTruthy()
})

test('an engine without servers says what it needs', async () => {
  open({ is_supported: false, servers: [] })
  expect(await screen.findByText(/need an engine that Basalt runs itself/u)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'New server' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('a server is tested and created with a secret of the vault', async () => {
  const { calls } = open(
    { servers: [] },
    {
      [`POST ${base}/test`]: { failed: 'login', message: 'password failed', tables: 0 },
      [`POST ${base}`]: { id },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'New server' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'stock')
  await userEvent.type(screen.getByLabelText('Role'), 'reader')
  await screen.findByRole('option', { name: 'key' })
  await userEvent.selectOptions(screen.getByLabelText('Password'), 'key')
  await userEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText('The login failed')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create server' }))
  await waitFor(() => {
    expect(calls.findLast(({ route }) => route === `POST ${base}`)?.body).toEqual({
      name: 'stock',
      target: { type: 'project', ref: 'warehousewarehousewa' },
      database: 'postgres',
      username: 'reader',
      password_secret: 'key',
    })
  })
})

test('chosen tables of a schema are imported', async () => {
  const { calls } = open(
    {},
    {
      [`GET ${base}/${id}/tables`]: [
        { schema: 'public', name: 'stock' },
        { schema: 'public', name: 'orders' },
      ],
      [`POST ${base}/${id}/import`]: { ok: true },
    },
    `?server=${id}`,
  )
  await userEvent.click(await screen.findByLabelText('stock'))
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 table' }))
  await waitFor(() => {
    expect(calls.findLast(({ route }) => route === `POST ${base}/${id}/import`)?.body).toEqual({
      remote_schema: 'public',
      local_schema: 'warehouse',
      tables: ['stock'],
    })
  })
})

test('a reader cannot change servers, and learns why', async () => {
  open({}, { 'GET /platform/profile/permissions': rulesFor('Read-only') })
  const button = await screen.findByRole('button', { name: 'New server' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
