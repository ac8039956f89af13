// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { database } from '../../testing/open-part.tsx'
import { plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const policy = {
  is_permissive: true,
  rule: 'read',
  clause: 'using',
  command: 'select',
  expression: 'owner = me()',
}

test('a database without tables offers to create one', async () => {
  openApp(
    `/project/${shop.ref}/database/policy-tester`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [], has_more: false },
      [`GET ${database}/viewers`]: { roles: [], setup_sql: null },
    }),
  )
  await screen.findByText('No tables to test yet')
  expect(screen.getByRole('link', { name: 'Create a table' }).getAttribute('href')).toBe(
    `/project/${shop.ref}/editor/new`,
  )
  expect(screen.queryByRole('button', { name: 'Run test' })).toBeNull()
})

test('a row shows the policy that decided about it', async () => {
  const { calls } = openApp(
    `/project/${shop.ref}/database/policy-tester?role=member&operation=select`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [plants], has_more: false },
      [`GET ${database}/viewers`]: {
        roles: [
          { name: 'member', bypasses_policies: false },
          { name: 'postgres', bypasses_policies: true },
        ],
        setup_sql: null,
      },
      [`GET ${database}/policy-tests`]: { tests: [] },
      [`POST ${database}/policy-tests`]: {
        columns: ['id'],
        rows: [
          {
            values: ['1'],
            outcome: 'passes',
            message: null,
            verdicts: [true, false],
            decided_by: [0],
            missing: null,
          },
          {
            values: ['2'],
            outcome: 'hidden',
            message: null,
            verdicts: [false, false],
            decided_by: [0, 1],
            missing: null,
          },
        ],
        policies: [
          { ...policy, name: 'own rows' },
          { ...policy, name: 'shared rows' },
        ],
        bypass: null,
        hints: [],
        effects: [],
        statement: 'select * from "public"."plants"',
      },
    }),
  )
  await user.type(await screen.findByLabelText('User claims'), '{{"sub": "ada"}')
  await user.click(screen.getByRole('button', { name: 'Run test' }))
  await screen.findByText('1 of 2 rows passes')
  expect(calls.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({
      table_id: plants.id,
      role: 'member',
      claims: { sub: 'ada' },
      operation: 'select',
    }),
  )
  const table = within(screen.getByRole('grid', { name: 'Tested rows' }))
  expect(table.getByText('own rows, shared rows')).toBeTruthy()
  await user.click(table.getByRole('button', { name: /Visible/u }))
  const panel = within(await screen.findByRole('dialog', { name: 'Row 1' }))
  const [first] = panel.getAllByRole('listitem')
  expect(first?.textContent).toContain('own rows')
  expect(first?.textContent).toContain('decided')
})

const saved = {
  id: 1,
  name: 'Own plants',
  schema: plants.schema,
  table: plants.name,
  role: 'member',
  operation: 'select',
  policies: ['own rows'],
  sql: 'begin;\nrollback;\n',
  result: {
    state: 'passed',
    lines: ['1..1', 'ok 1 - member sees 1 of 2 rows'],
    message: null,
    ran_at: '2026-11-28T10:00:00Z',
    counts: true,
    unnoticed: [],
    unchecked: false,
  },
}

const openSaved = (tests: object[]) =>
  openApp(
    `/project/${shop.ref}/database/policy-tester`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [plants], has_more: false },
      [`GET ${database}/viewers`]: {
        roles: [{ name: 'member', bypasses_policies: false }],
        setup_sql: null,
      },
      [`GET ${database}/policy-tests`]: { tests },
    }),
  )

test('the matrix tells which operations of a role are not tested, and prepares their test', async () => {
  const { address } = openSaved([
    saved,
    { ...saved, id: 2, operation: 'delete', result: { ...saved.result, state: 'failed' } },
    {
      ...saved,
      id: 3,
      operation: 'insert',
      result: { ...saved.result, counts: false, unnoticed: ['own rows'] },
    },
  ])
  const matrix = within(await screen.findByRole('table', { name: /by role and operation/u }))
  const [cells] = matrix.getAllByRole('row').slice(1)
  const texts = within(cells ?? document.body).getAllByRole('cell')
  expect(texts.map((cell) => cell.textContent)).toEqual([
    '1 passes',
    'Inconclusive',
    'Not tested',
    '1 of 1 fails',
  ])
  await user.click(matrix.getByRole('button', { name: 'Test UPDATE as member: not tested' }))
  await waitFor(() => expect(address()).toContain('role=member&operation=update'))
})

test('a saved test that passes without its policy says that it proves nothing', async () => {
  const result = { ...saved.result, counts: false, unnoticed: ['own rows'] }
  openSaved([{ ...saved, result }])
  await user.click(await screen.findByRole('button', { name: 'Own plants' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Own plants' }))
  expect(panel.getByText(/passes without own rows too/u)).toBeTruthy()
  expect(panel.getByLabelText('Output').textContent).toContain('ok 1 - member sees 1 of 2 rows')
})

test('claims that are no JSON object keep the test from running', async () => {
  openApp(
    `/project/${shop.ref}/database/policy-tester`,
    signedIn({
      [`GET ${database}/policy-tests`]: { tests: [] },
      [`GET ${database}/tables`]: { tables: [plants], has_more: false },
      [`GET ${database}/viewers`]: {
        roles: [{ name: 'member', bypasses_policies: false }],
        setup_sql: null,
      },
    }),
  )
  await user.type(await screen.findByLabelText('User claims'), '42')
  expect(screen.getByRole('alert').textContent).toContain('JSON object')
  await user.hover(screen.getByRole('button', { name: 'Run test' }))
  expect(screen.getByRole('button', { name: 'Run test' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})
