// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
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

test('claims that are no JSON object keep the test from running', async () => {
  openApp(
    `/project/${shop.ref}/database/policy-tester`,
    signedIn({
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
