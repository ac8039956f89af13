import type { TableDetail } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { RowView, ViewerRoles } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const notes: TableDetail = {
  id: 42,
  schema: 'public',
  name: 'notes',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
  comment: null,
  key: ['id'],
  columns: [
    {
      name: 'id',
      data_type: 'integer',
      kind: 'number',
      is_nullable: false,
      is_identity: false,
      is_generated: false,
      is_primary_key: true,
      default_value: null,
      enum_values: [],
      comment: null,
      references: null,
    },
  ],
}

const database = `/platform/pg-meta/${shop.ref}`
const setUp = 'create role "anon" nologin noinherit;'
const both: ViewerRoles = {
  roles: ['anon', 'authenticated', 'postgres'].map((name) => ({
    name,
    bypasses_policies: name === 'postgres',
  })),
  setup_sql: null,
}

const open = (viewers: object, address = '') =>
  openApp(
    `/project/${shop.ref}/editor/42${address}`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: { tables: [notes], has_more: false },
      [`GET ${database}/tables/42`]: notes,
      [`GET ${database}/tables/42/rows`]: { rows: [['1'], ['2']], has_more: false },
      [`GET ${database}/viewers`]: viewers,
      [`POST ${database}/viewers`]: both,
    }),
  )

/** The roles at the first request, and at every later one. */
function madeBetween(before: object, after: object) {
  let looks = 0
  return () => ((looks += 1) === 1 ? before : after)
}

/** The roles of row requests, in order. */
const requested = (): RowView['as'][] =>
  vi
    .mocked(fetch)
    .mock.calls.map(([url]) => new URL(typeof url === 'string' ? url : '', 'http://basalt.test'))
    .filter(({ pathname }) => pathname.endsWith('/rows'))
    .map(({ searchParams }) => (JSON.parse(searchParams.get('view') ?? '{}') as RowView).as)

test('a role and the claims of a user show the rows that policies permit', async () => {
  const { address } = open(both)
  await userEvent.click(await screen.findByRole('button', { name: 'View as' }))
  await userEvent.selectOptions(await screen.findByLabelText('Role'), 'authenticated')
  const claims = screen.getByLabelText('User claims')
  await userEvent.type(claims, '{{"sub": 7')
  await userEvent.click(screen.getByRole('button', { name: 'View rows' }))
  expect(await screen.findByText(/^Enter claims as a JSON object:/u)).toBeTruthy()
  await userEvent.type(claims, '}')
  await userEvent.click(screen.getByRole('button', { name: 'View rows' }))

  await waitFor(() =>
    expect(requested().at(-1)).toEqual({ role: 'authenticated', claims: { sub: 7 } }),
  )
  await waitFor(() => expect(address()).toContain('as=authenticated'))
  const applied = await screen.findByRole('region', { name: 'Active filters and sort' })
  expect(within(applied).getByText('seen as')).toBeTruthy()
  expect(
    screen.getByRole('button', {
      name: 'Read-only: Viewing rows as authenticated. Switch back to yourself to edit them',
    }),
  ).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Remove seen as authenticated' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Read-only/u })).toBeNull())
  await waitFor(() => expect(address()).not.toContain('as='))
})

test('an address shows the same, and reopening a table resets the role', async () => {
  open(both, '?as=anon')
  expect(await screen.findByRole('button', { name: 'As anon' })).toBeTruthy()
  await waitFor(() => expect(requested()).toContainEqual({ role: 'anon' }))
  const stored = JSON.stringify(Object.entries(localStorage))
  expect(stored).not.toContain('anon')
})

test('rows read as another role are read-only, with any own rights', async () => {
  open(both, '?as=anon')
  const isOff = async (name: string) =>
    (await screen.findByRole('button', { name })).getAttribute('aria-disabled')
  const grid = await screen.findByRole('grid')
  await userEvent.click(await within(grid).findByRole('gridcell', { name: '2' }))
  await userEvent.keyboard('{Shift>} {/Shift}')
  expect(await isOff('Delete 1 row')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(await isOff('Import data')).toBe('true')
  expect(await isOff('Insert row')).toBe('true')
  await userEvent.hover(screen.getByRole('button', { name: 'Insert row' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'Viewing rows as anon. Switch back to yourself to edit them',
  )
})

test('a database without such roles gets them by a click, with the SQL shown', async () => {
  const { calls } = open({ roles: [], setup_sql: setUp })
  await userEvent.click(await screen.findByRole('button', { name: 'View as' }))
  expect(await screen.findByText(setUp)).toBeTruthy()
  expect(screen.queryByLabelText('Role')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Create these roles' }))
  await waitFor(() =>
    expect(calls.some((each) => JSON.stringify(each).includes('viewers'))).toBe(true),
  )
})

test('roles that were just created can be used at the first click', async () => {
  const { address } = open(madeBetween({ roles: [], setup_sql: setUp }, both))
  await userEvent.click(await screen.findByRole('button', { name: 'View as' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create these roles' }))
  expect(await screen.findByRole('combobox', { name: 'Role' })).toHaveProperty('value', 'anon')
  await userEvent.click(screen.getByRole('button', { name: 'View rows' }))
  await waitFor(() => expect(requested().at(-1)).toEqual({ role: 'anon' }))
  await waitFor(() => expect(address()).toContain('as=anon'))
})
