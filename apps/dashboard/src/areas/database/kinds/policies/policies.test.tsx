// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, emptyList, refusal, shop, signedIn } from '../../../../testing/answers.ts'
import { readCode } from '../../../../testing/code-field.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a template fills the form, and a command offers only the expressions that it has', async () => {
  openApp(
    `/project/${shop.ref}/database/policies?new=1`,
    signedIn({
      [`GET ${database}/objects/policies`]: emptyList,
      [`GET ${database}/roles`]: [],
      [`GET ${database}/schemas`]: [],
      [`POST ${database}/objects/policies/preview`]: {
        statements: [],
        warnings: ['The connected role postgres will no longer see some of its rows.'],
      },
    }),
  )
  await user.selectOptions(
    await screen.findByLabelText('Start from a template'),
    'Users manage their own rows',
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Users manage their own rows')
  expect(readCode(screen.getByLabelText('USING'))).toContain('user_id')
  await screen.findByText('The connected role postgres will no longer see some of its rows.')
  await user.selectOptions(screen.getByLabelText('Command'), 'INSERT')
  expect(screen.queryByLabelText('USING')).toBeNull()
  expect(readCode(screen.getByLabelText('WITH CHECK'))).toContain('user_id')
  await user.selectOptions(screen.getByLabelText('Command'), 'DELETE')
  expect(screen.queryByLabelText('WITH CHECK')).toBeNull()
})

const design = {
  schema: 'public',
  table: 'plants',
  name: 'shared',
  comment: null,
  command: 'select',
  is_permissive: true,
  roles: [],
  using: 'is_shared',
  check: null,
  row_security: 'on',
}

const gains = {
  columns: ['id', 'name'],
  rows: 100_000,
  sample: 'random',
  row_estimate: 2_000_000,
  roles: [
    {
      role: 'anon',
      note: null,
      error: null,
      operations: [
        {
          operation: 'select',
          gained: 0,
          lost: 1200,
          gained_examples: [],
          lost_examples: [
            ['1', 'Fern'],
            ['2', null],
          ],
        },
      ],
    },
    { role: 'authenticated', note: null, error: 'division by zero', operations: [] },
    { role: 'curator', note: null, error: null, operations: [] },
  ],
  omitted: ['visitor'],
  hints: [],
}

/** The dialog that drops the policy. */
function openDrop(answer: Answers[string], more: Answers = {}) {
  const row = { ...design, id: 7, table_id: 1, owner: null, locked: null, kept: null }
  return openApp(
    `/project/${shop.ref}/database/policies/7?show=drop`,
    signedIn({
      [`GET ${database}/objects/policies/7`]: {
        row,
        design,
        version: 'v1',
        sql: 'create policy',
        dependents: [],
        restrictions: {},
        dependencies: [],
      },
      [`POST ${database}/objects/policies/preview`]: {
        statements: [{ sql: 'drop policy', runs: 'in transaction', note: null }],
        warnings: [],
      },
      [`POST ${database}/policy-gains`]: answer,
      ...more,
    }),
  )
}

const findSection = () => screen.findByRole('region', { name: 'Rows gained and lost' })

test('a change shows the rows that each role loses, with examples and the sample', async () => {
  const { calls } = openDrop(gains)
  const section = within(await findSection())
  const anon = within(await section.findByRole('listitem', { name: 'anon' }))
  await user.click(anon.getByRole('button', { name: 'SELECT 1,200 lost' }))
  expect(anon.getByRole('table', { name: 'Lost (2 of 1,200)' }).textContent).toContain('Fern2NULL')
  section.getByText('division by zero')
  section.getByText('No row changes')
  section.getByText('Sampled: the counts are for 100,000 random rows of ~2M.')
  section.getByText('Not compared for visitor.')
  await user.click(section.getByRole('button', { name: 'Change user claims' }))
  const field = section.getByLabelText('User claims')
  await user.clear(field)
  await user.type(field, '{{"sub": "ada"}')
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toContainEqual({
      change: { action: 'drop', id: 7, cascade: false },
      claims: { sub: 'ada' },
    }),
  )
})

test('a comparison without changes or with an error leaves the change possible', async () => {
  const empty = { ...gains, sample: null, omitted: [], roles: gains.roles.slice(2) }
  let answer: (gains: object) => void = () => undefined
  openDrop(() => new Promise((resolve) => (answer = resolve)))
  const section = within(await findSection())
  await section.findByLabelText('Loading')
  answer(empty)
  await section.findByText('No row changes for curator')
  cleanup()
  openDrop(() => refusal(409, { kind: 'conflict', message: 'The table is locked' }))
  await within(await findSection()).findByText('The table is locked')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Drop policy' }).disabled).toBe(
    false,
  )
})

test('saved tests that fail after a change are named, with a link to them', async () => {
  const result = { state: 'passed', lines: [], message: null, ran_at: '2026-01-01T10:00:00Z' }
  const ran = { ...result, counts: true, unnoticed: [], unchecked: false }
  const saved = (name: string, id: number, part: object) => ({
    id,
    name,
    schema: 'public',
    table: 'plants',
    role: 'anon',
    operation: 'select',
    policies: [],
    sql: '',
    result: { ...ran, ...part },
  })
  let runs = 0
  const listTests = () => {
    runs += 1
    const part = runs < 2 ? {} : { ran_at: '2026-01-01T10:00:05Z' }
    return {
      tests: [
        saved('Anyone sees shared plants', 1, { ...part, ...(runs > 1 && { state: 'failed' }) }),
        saved('Nobody adds plants', 2, part),
      ],
    }
  }
  const { address } = openDrop(gains, {
    [`POST ${database}/objects/policies`]: { id: null },
    [`GET ${database}/objects/policies`]: emptyList,
    [`GET ${database}/policy-tests`]: listTests,
  })
  await findSection()
  await user.click(screen.getByRole('button', { name: 'Drop policy' }))
  const message = 'A saved policy test fails since the change: Anyone sees shared plants'
  await screen.findByText(message)
  await user.click(screen.getByRole('button', { name: 'Show tests' }))
  await waitFor(() => expect(address()).toContain('/database/policy-tester'))
})
