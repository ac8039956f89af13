import type { ColumnPrivileges } from '@basalt/contract/database/column-privileges'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

const base = `/platform/pg-meta/${shop.ref}`
const privilegesPath = `${base}/tables/7/column-privileges`
const page = `/project/${shop.ref}/database/column-privileges`
const chosen = `${page}?schema=public&table=staff&role=clerk`

const privileges: ColumnPrivileges = {
  table: { id: 7, schema: 'public', name: 'staff', owner: 'postgres' },
  role: 'clerk',
  table_wide: ['UPDATE'],
  columns: [
    { name: 'id', data_type: 'integer', granted: [], effective: ['SELECT', 'UPDATE'] },
    { name: 'salary', data_type: 'numeric', granted: ['SELECT'], effective: ['SELECT', 'UPDATE'] },
  ],
}

const statements = ['grant SELECT ("id") on table "public"."staff" to "clerk"']

function open(url: string, more: Answers = {}, isOn = true) {
  const app = openApp(
    url,
    signedIn({
      [`GET ${base}/schemas`]: [
        { name: 'public', owner: 'postgres' },
        { name: 'empty', owner: 'postgres' },
      ],
      [`GET ${base}/tables`]: {
        tables: [
          {
            id: 7,
            schema: 'public',
            name: 'staff',
            kind: 'table',
            rls_enabled: true,
            row_estimate: 3,
          },
        ],
        has_more: false,
      },
      [`GET ${base}/roles`]: [
        { name: 'clerk', can_login: true, is_superuser: false },
        { name: 'postgres', can_login: true, is_superuser: true },
      ],
      [`GET ${privilegesPath}`]: privileges,
      [`POST ${privilegesPath}/preview`]: { statements },
      [`PATCH ${privilegesPath}`]: { statements },
      'GET /platform/feature-previews': { discussionsUrl: '/support/new', previews: [] },
      ...more,
    }),
  )
  storage.preview('CLS').set(isOn)
  return app
}

const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)

test('without the preview the page explains how to switch it on, and sends no query', async () => {
  const { calls } = open(chosen, {}, false)
  await userEvent.click(await screen.findByRole('button', { name: 'Open feature previews' }))
  expect(await screen.findByRole('dialog', { name: 'Dashboard feature previews' })).toBeTruthy()
  expect(calls.filter(({ route }) => route.includes('/pg-meta/'))).toEqual([])
})

describe('choosing', () => {
  test('the page starts with a table and a role, which are in the address', async () => {
    const { address } = open(page)
    expect(await screen.findByRole('heading', { name: 'Choose a table' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Table: none' }))
    await userEvent.click(await screen.findByRole('option', { name: 'staff' }))
    expect(await screen.findByRole('heading', { name: 'Choose a role' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'clerk')
    expect(await box('SELECT salary')).toBeTruthy()
    expect(address()).toBe(chosen)
  })

  test('a missing table shows a message', async () => {
    open(`${page}?schema=public&table=dropped&role=clerk`)
    expect(await screen.findByRole('heading', { name: 'public has no table dropped' })).toBeTruthy()
  })
})

describe('the matrix', () => {
  test('checks granted columns, and explains table-wide grants and inherited privileges', async () => {
    open(chosen)
    expect((await box('SELECT salary')).checked).toBe(true)
    expect((await box('SELECT id')).checked).toBe(false)
    expect(screen.getByText(/^Inherited: granted through table ownership/u)).toBeTruthy()
    expect(screen.getByText(/^Whole table: UPDATE is granted on the table/u)).toBeTruthy()
    const update = await box('UPDATE id')
    expect([update.checked, update.disabled]).toEqual([true, true])
  })

  test('splits a table-wide grant into single checkboxes', async () => {
    const { calls } = open(chosen)
    await userEvent.click(
      await screen.findByRole('button', { name: 'Grant UPDATE by column instead' }),
    )
    await userEvent.click(await box('UPDATE salary'))
    await userEvent.click(screen.getByRole('button', { name: 'Review SQL' }))
    await screen.findByLabelText('SQL to run')
    expect(calls.find(({ route }) => route.endsWith('/preview'))?.body).toEqual({
      role: 'clerk',
      changes: [{ privilege: 'UPDATE', revoke_table_wide: true, grant: ['id'], revoke: [] }],
    })
  })

  test('counts changes and resets them when they are discarded', async () => {
    open(chosen)
    await userEvent.click(await box('SELECT id'))
    await userEvent.click(
      await screen.findByRole('button', { name: 'Select INSERT for all columns' }),
    )
    expect(screen.getByText('3 changes')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('3 changes')).toBeNull()
    expect((await box('SELECT id')).checked).toBe(false)
  })

  test('keeps unsaved changes while another role is shown', async () => {
    open(chosen)
    await userEvent.click(await box('SELECT id'))
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'postgres')
    await waitFor(() => expect(screen.queryByText('1 change')).toBeNull())
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'clerk')
    expect(await screen.findByText('1 change')).toBeTruthy()
    expect((await box('SELECT id')).checked).toBe(true)
  })

  test('is read-only for a reader, with the reason', async () => {
    open(chosen, { 'GET /platform/profile/permissions': rulesFor('Read-only') })
    const reason = 'You need additional permissions to change column-level privileges'
    expect(await screen.findByText(reason)).toBeTruthy()
    expect((await box('SELECT salary')).disabled).toBe(true)
  })

  test('explains that grants do not affect the owner', async () => {
    open(chosen.replace('clerk', 'postgres'), {
      [`GET ${privilegesPath}`]: { ...privileges, role: 'postgres' },
    })
    expect(await screen.findByText('postgres owns this table')).toBeTruthy()
  })
})

describe('changing', () => {
  const review = async () => {
    await userEvent.click(await box('SELECT id'))
    await userEvent.click(screen.getByRole('button', { name: 'Review SQL' }))
    return within(await screen.findByRole('dialog', { name: 'Change privileges' }))
  }

  test('shows the server’s SQL first, then applies exactly that', async () => {
    let isChanged = false
    const granted = structuredClone(privileges)
    granted.columns[0]?.granted.push('SELECT')
    const { calls } = open(chosen, {
      [`GET ${privilegesPath}`]: () => (isChanged ? granted : privileges),
      [`PATCH ${privilegesPath}`]: () => {
        isChanged = true
        return { statements }
      },
    })
    const dialog = await review()
    expect((await dialog.findByLabelText('SQL to run')).textContent).toBe(`${statements[0]};`)
    await userEvent.click(dialog.getByRole('button', { name: 'Change privileges' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const bodies = calls
      .filter(({ route }) => route.includes('column-privileges') && !route.startsWith('GET'))
      .map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
    expect((await box('SELECT id')).checked).toBe(true)
    expect(screen.queryByRole('button', { name: 'Review SQL' })).toBeNull()
  })

  test('keeps changes that PostgreSQL did not apply, with the reason', async () => {
    open(chosen, {
      [`PATCH ${privilegesPath}`]: refusal(409, {
        kind: 'conflict',
        message: 'Nothing was changed: SELECT on id was not granted.',
      }),
    })
    const dialog = await review()
    await dialog.findByLabelText('SQL to run')
    await userEvent.click(dialog.getByRole('button', { name: 'Change privileges' }))
    expect(await dialog.findByText(/SELECT on id was not granted/u)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect((await box('SELECT id')).checked).toBe(true)
  })
})
