import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/advisors/query-performance?view=indexes`
const route = `/platform/projects/${shop.ref}/index-advisor`
const jobs = `/platform/pg-meta/${shop.ref}/index-jobs`
const apply = `POST /platform/pg-meta/${shop.ref}/objects/indexes`

const checked = { state: 'checked', notes: [] }
const missing = {
  key: 'public.orders (customer, at desc)',
  schema: 'public',
  table: 'orders',
  table_id: 77,
  rows: 120_000,
  table_bytes: 9_000_000,
  name: 'orders_customer_at_idx',
  columns: [
    { name: 'customer', descending: false, nulls: null },
    { name: 'at', descending: true, nulls: null },
  ],
  uses: ['equality', 'order'],
  sql: 'create index concurrently orders_customer_at_idx on orders (customer, at desc);',
  lacks_statistics: false,
  statements: [{ id: '5', query: 'select * from orders', calls: 40, total_ms: 9000 }],
  share: 0.62,
}
const advice = {
  checks: [
    { category: 'missing', ...checked },
    { category: 'unused', state: 'unchecked', notes: ['Two days of statistics.'] },
    { category: 'duplicate', ...checked },
    { category: 'bloated', ...checked },
  ],
  missing: [missing],
  existing: [
    {
      category: 'duplicate',
      index_id: 99,
      schema: 'public',
      name: 'orders_again',
      table: 'orders',
      table_id: 77,
      size_bytes: 2_000_000,
      definition: 'CREATE INDEX orders_again ON orders (id)',
      reason: 'public.orders_pkey serves the same queries.',
      sql: 'drop index concurrently orders_again;',
      expected_bytes: null,
    },
  ],
  proof_obstacle: null as string | null,
}
const proof = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  key: missing.key,
  state: 'done',
  phase: null as string | null,
  percent: 100,
  error: null as string | null,
  created_by: 'olga@example.test',
  created_at: new Date().toISOString(),
  ended_at: new Date().toISOString() as string | null,
  result: {
    method: 'copy',
    postgres_version: '18.4',
    rows: 120_000,
    index_bytes: 3_000_000,
    build_ms: 90,
    statements: [
      {
        id: '5',
        query: 'select * from orders',
        calls: 40,
        before: 24,
        after: 0.5,
        uses_index: true,
        values: 'statistics',
        failure: null,
      },
      {
        id: '6',
        query: 'delete from orders',
        calls: 1,
        before: null,
        after: null,
        uses_index: false,
        values: 'none',
        failure: 'It writes.',
      },
    ],
    insert: { rows: 10_000, before_ms: 100, after_ms: 150 },
    update: null,
  } as object | null,
}
const running = {
  ...proof,
  state: 'running',
  phase: 'copying',
  percent: 20,
  result: null,
  ended_at: null,
}

const open = (change: object = {}, answers: Answers = {}) =>
  openApp(
    url,
    signedIn({
      [`GET ${route}`]: { ...advice, ...change },
      [`GET ${route}/proofs`]: [],
      [`GET ${jobs}`]: [],
      ...answers,
    }),
  )

const user = userEvent.setup()
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('a missing index is shown with its statements, and is proved', async () => {
  let proofs: object[] = []
  const { calls } = open(
    {},
    {
      [`GET ${route}/proofs`]: () => proofs,
      [`POST ${route}/proofs`]: () => {
        proofs = [running]
        return running
      },
    },
  )
  const shown = await section('Missing indexes')
  expect(shown.getByText(/Serves 1 statement with 62 %/u)).toBeTruthy()
  expect(shown.getByText(/customer is compared for equality, at is sorted by/u)).toBeTruthy()
  const link = shown.getByRole('link', { name: 'select * from orders' })
  expect(link.getAttribute('href')).toContain('statement=5')
  await user.click(shown.getByRole('button', { name: 'Prove' }))
  expect(await shown.findByText('Copying the database')).toBeTruthy()
  expect(shown.getByRole('progressbar', { name: 'Progress of the proof' })).toBeTruthy()
  expect(calls.find(({ route: one }) => one === `POST ${route}/proofs`)?.body).toMatchObject({
    schema: 'public',
    table: 'orders',
    columns: missing.columns,
    statements: ['5'],
  })
})

test('a proof under way is cancelled', async () => {
  const { calls } = open(
    {},
    {
      [`GET ${route}/proofs`]: [running],
      [`POST ${route}/proofs/${proof.id}/cancel`]: {},
    },
  )
  const shown = await section('Missing indexes')
  await user.click(await shown.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(calls.some((one) => one.route.endsWith('/cancel'))).toBe(true))
})

test('a proof shows measured ratios, their origin, and what was not measured', async () => {
  open({}, { [`GET ${route}/proofs`]: [proof] })
  const shown = await section('Proof')
  expect(shown.getByText('Statements: 48× faster, inserts: 1.5× slower')).toBeTruthy()
  expect(shown.getByText(/Not measured. It writes/u)).toBeTruthy()
  expect(shown.getByText(/frequent values of the column statistics/u)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Prove again' })).toBeTruthy()
})

test('costs that hypopg estimates are not taken for times', async () => {
  const result = { ...proof.result, method: 'hypopg', insert: null, build_ms: null }
  open({}, { [`GET ${route}/proofs`]: [{ ...proof, result }] })
  const shown = await section('Proof')
  expect(shown.getByText('Estimated costs of statements: 48× cheaper')).toBeTruthy()
  expect(shown.getByText('24 → 0.5')).toBeTruthy()
  expect(shown.getByText(/Costs of the planner with hypopg/u)).toBeTruthy()
})

test('a proof that failed says why', async () => {
  const error = 'A copy of the database needs 4 GB of free disk space.'
  open({}, { [`GET ${route}/proofs`]: [{ ...proof, state: 'failed', result: null, error }] })
  expect(await screen.findByText(error)).toBeTruthy()
})

test('one click builds the index without blocking writes', async () => {
  const { calls } = open({}, { [apply]: { id: null, job: 'j' } })
  const shown = await section('Missing indexes')
  await user.click(shown.getByRole('button', { name: 'Build and record migration' }))
  await waitFor(() =>
    expect(calls.find((one) => one.route === apply)?.body).toMatchObject({
      action: 'create',
      design: {
        name: 'orders_customer_at_idx',
        concurrently: true,
        keys: [
          { column: 'customer', order: 'ascending', nulls: 'last' },
          { column: 'at', order: 'descending', nulls: 'first' },
        ],
      },
    }),
  )
})

test('an index to drop has its reason, its statement and a link', async () => {
  open()
  const shown = await section('Indexes to drop or rebuild')
  expect(shown.getByText(/public.orders_pkey serves the same queries/u)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Drop on its page' }).getAttribute('href')).toBe(
    `/project/${shop.ref}/database/indexes/99`,
  )
})

test('a check that was not done is named, and not taken for a good result', async () => {
  open({ missing: [], existing: [] })
  const checks = within(await screen.findByRole('list', { name: 'Checks' }))
  expect(checks.getByText('Not checked')).toBeTruthy()
  expect(checks.getByText('Two days of statistics.')).toBeTruthy()
  expect(screen.getByText(/The checks that were done found nothing/u)).toBeTruthy()
})

test('a database that does not answer, and an engine that cannot copy, are named', async () => {
  open({ proof_obstacle: 'The engine cannot copy databases.' })
  const shown = await section('Missing indexes')
  expect(shown.getByText('The engine cannot copy databases.')).toBeTruthy()
  cleanup()
  open({}, { [`GET ${route}`]: refusal(409, { kind: 'conflict', message: 'It is stopped.' }) })
  expect(await screen.findByText('The indexes could not be checked')).toBeTruthy()
})

test('without the right nothing is requested', async () => {
  const { calls } = open(
    {},
    {
      'GET /platform/profile/permissions': rulesFor('Owner').filter(
        ({ actions }) => !actions.includes('%'),
      ),
    },
  )
  expect(await screen.findByText(/need additional permissions/u)).toBeTruthy()
  expect(calls.some((one) => one.route === `GET ${route}`)).toBe(false)
})
