// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import {
  type Answers,
  emptyList,
  refusal,
  rulesFor,
  shop,
  signedIn,
} from '../../../testing/answers.ts'
import { readCode, writeCode } from '../../../testing/code-field.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { database } from '../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const policies = `${database}/objects/policies`

const row = (id: number, name: string, locked: string | null = null) => ({
  id,
  schema: 'public',
  name,
  owner: null,
  comment: null,
  locked,
  kept: null,
  table: 'orders',
  table_id: 1,
  command: 'select',
  is_permissive: true,
  roles: [],
  using: 'true',
  check: null,
  row_security: 'on',
})

const definition = (id: number, name: string) => ({
  id,
  subject: `policy "${name}" on "public"."orders"`,
  version: `version of ${name}`,
  sql: `drop policy "${name}" on "public"."orders";`,
  locked: null,
})

const checked = { fault: null, effects: null, warnings: [] }

function openPolicies(url: string, answers: Answers = {}) {
  return openApp(
    `/project/${shop.ref}/database/policies${url}`,
    signedIn({
      [`GET ${policies}`]: {
        ...emptyList,
        rows: [row(7, 'own'), row(8, 'other'), row(9, 'kept', 'It belongs to Basalt')],
        total: 3,
      },
      [`GET ${policies}/7/sql`]: definition(7, 'own'),
      [`GET ${policies}/8/sql`]: definition(8, 'other'),
      [`POST ${policies}/sql/check`]: checked,
      [`GET ${database}/schemas`]: [],
      ...answers,
    }),
  )
}

const findPanel = async () => within(await screen.findByRole('complementary', { name: /as SQL$/u }))
const field = (panel: Awaited<ReturnType<typeof findPanel>>) => panel.getByLabelText('SQL')

async function write(panel: Awaited<ReturnType<typeof findPanel>>, text: string) {
  await panel.findByLabelText('SQL')
  await waitFor(() => writeCode(field(panel), text))
}

test('without the preview nothing of it is shown or requested', async () => {
  const { calls } = openPolicies('?sql=7')
  await screen.findByRole('link', { name: 'own' })
  expect(screen.queryByRole('button', { name: /as SQL/u })).toBeNull()
  expect(screen.queryByRole('complementary', { name: /as SQL/u })).toBeNull()
  expect(calls.map(({ route }) => route)).not.toContain(`GET ${policies}/7/sql`)
})

test('a text is edited next to the list; warnings and errors are shown before it runs', async () => {
  const [accepted, refused] = [
    `${definition(7, 'own').sql} -- really`,
    'alter policy own on orders',
  ]
  const { calls, address } = openPolicies('', {
    [`POST ${policies}/sql/check`]: (body: unknown) => {
      const { sql, tries } = body as { sql: string; tries?: boolean }
      if (tries !== true) return checked
      if (sql === accepted) return { ...checked, warnings: ['The role postgres sees less.'] }
      const message = 'relation "orders" does not exist'
      return refusal(422, {
        kind: 'sql_error',
        message,
        fields: { sql: message },
        sql: { sqlstate: '42P01', position: 21 },
      })
    },
    [`POST ${policies}/sql`]: {
      id: null,
      effects: [{ action: 'drop', subject: definition(7, 'own').subject }],
      has_reverse: true,
    },
  })
  storage.preview('inline-editor').set(true)
  const locked = await screen.findByRole('button', { name: 'Edit kept as SQL' })
  expect(locked.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Edit own as SQL' }))
  const panel = await findPanel()
  await waitFor(() => expect(readCode(field(panel))).toBe(definition(7, 'own').sql))

  await write(panel, refused)
  await user.click(panel.getByRole('button', { name: 'Run' }))
  await panel.findByText('relation "orders" does not exist')
  expect(readCode(field(panel))).toBe(refused)

  await write(panel, accepted)
  await waitFor(() => expect(panel.queryByText('relation "orders" does not exist')).toBeNull())
  await user.click(panel.getByRole('button', { name: 'Run' }))
  await panel.findByText('The role postgres sees less.')
  await user.click(panel.getByRole('button', { name: 'Run anyway' }))
  await screen.findByText(/^Dropped policy "own" .* with a reverse script\.$/u)
  expect(calls.filter(({ route }) => route === `POST ${policies}/sql`)).toMatchObject([
    { body: { sql: accepted, of: { id: 7, version: 'version of own' } } },
  ])
  await waitFor(() => expect(address()).not.toContain('sql='))
  expect(screen.queryByRole('complementary', { name: /as SQL$/u })).toBeNull()
})

test('changed text asks before another object opens, before it closes and before the page is left', async () => {
  const { address } = openPolicies('?sql=7')
  storage.preview('inline-editor').set(true)
  const panel = await findPanel()
  await write(panel, 'select 1')
  const keep = async () => {
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull())
    expect(readCode(field(panel))).toBe('select 1')
    expect(address()).toContain('sql=7')
  }
  await user.click(screen.getByRole('button', { name: 'Edit other as SQL' }))
  await keep()
  await user.click(panel.getByRole('button', { name: 'Close the editor' }))
  await keep()
  await user.click(screen.getByRole('link', { name: 'other' }))
  await keep()
  await user.click(screen.getByRole('button', { name: 'Edit other as SQL' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(address()).toContain('sql=8'))
  const next = await findPanel()
  await waitFor(() => expect(readCode(next.getByLabelText('SQL'))).toContain('"other"'))
})

test('a new object starts from a template, whose errors are marked while it is typed', async () => {
  openPolicies('?sql=new&schema=Sales', {
    [`POST ${policies}/sql/check`]: {
      ...checked,
      fault: { message: 'Only statements that create policies run here.', position: 0 },
    },
  })
  storage.preview('inline-editor').set(true)
  const panel = await findPanel()
  await panel.findByLabelText('SQL')
  await waitFor(() => expect(readCode(field(panel))).toContain('on "Sales".my_table'))
  await panel.findByText('line 1: Only statements that create policies run here.')
})

test('those who may not change policies cannot open it, by the URL neither', async () => {
  const { calls } = openPolicies('?sql=7', {
    'GET /platform/profile/permissions': rulesFor('Read-only'),
  })
  storage.preview('inline-editor').set(true)
  const open = await screen.findByRole('button', { name: 'Edit own as SQL' })
  expect(open.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('complementary', { name: /as SQL/u })).toBeNull()
  expect(calls.map(({ route }) => route)).not.toContain(`GET ${policies}/7/sql`)
})
