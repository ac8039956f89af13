import { expect, test } from 'vitest'

import { listStatementChanges, type LoggedPlan } from './statement-changes.ts'

const subject = { query_id: '7', role: 'postgres', database: 'postgres', query: 'select 1' }
const indexed = ['Aggregate', 'Index Scan on orders_customer_idx']
const sequential = ['Aggregate', 'Seq Scan on orders']

const plan = (change: Partial<LoggedPlan>): LoggedPlan => ({
  ...subject,
  rowId: '1',
  durationMs: 1000,
  shape: indexed,
  ...change,
})
const means = (change: object = {}) => ({
  ...subject,
  id: '3',
  before: { calls: 100, mean_ms: 2 },
  after: { calls: 100, mean_ms: 60 },
  ...change,
})
const event = (change: object) => ({
  at: '2026-01-01T10:00:00.000Z',
  kind: 'migration' as const,
  action: 'index.dropped',
  target_kind: 'index',
  target: 'public.orders_customer_idx',
  actor: null,
  ...change,
})
const none = { before: [], after: [], means: [], events: [] }

test('a plan without its index is named with the times and the change that removed it', () => {
  const dropped = event({})
  const [first, ...rest] = listStatementChanges({
    before: [plan({})],
    after: [plan({ rowId: '2', shape: sequential, durationMs: 4000 })],
    means: [means()],
    events: [event({ target: 'public.other_idx' }), dropped],
  })
  expect(first).toMatchObject({
    change: 'plan',
    effect: 'slower',
    id: '3',
    nodes_before: ['Index Scan on orders_customer_idx'],
    nodes_after: ['Seq Scan on orders'],
    before: { mean_ms: 2 },
    after: { mean_ms: 60 },
    is_sampled: true,
    plan_row_id: '2',
    events: [dropped],
  })
  expect(rest).toEqual([])
})

test('without samples, the times are those of the logged runs', () => {
  const [first] = listStatementChanges({
    ...none,
    before: [plan({ durationMs: 1000 }), plan({ durationMs: 2000 })],
    after: [plan({ shape: sequential, durationMs: 1500 })],
  })
  expect(first).toMatchObject({
    effect: 'same',
    is_sampled: false,
    before: { calls: 2, mean_ms: 1500 },
    after: { calls: 1, mean_ms: 1500 },
  })
})

test('a plan that the earlier range had, too, is no change', () => {
  const before = [plan({}), plan({ shape: sequential })]
  expect(listStatementChanges({ ...none, before, after: [plan({ shape: sequential })] })).toEqual(
    [],
  )
})

test('a statement that was never slow enough for a plan is found by its mean times', () => {
  const after = [plan({ shape: sequential })]
  const [first] = listStatementChanges({ ...none, after, means: [means()], events: [event({})] })
  expect(first).toMatchObject({
    change: 'slower',
    nodes_before: [],
    nodes_after: sequential,
    events: [{ target: 'public.orders_customer_idx' }],
  })
  expect(listStatementChanges({ ...none, means: [means()] })).toHaveLength(1)
})

test.each([
  ['few calls', { after: { calls: 2, mean_ms: 60 } }],
  ['less than three times as slow', { after: { calls: 100, mean_ms: 5.9 } }],
  ['microseconds', { before: { calls: 9, mean_ms: 0.1 }, after: { calls: 9, mean_ms: 1 } }],
])('%s are no change', (_, change) => {
  expect(listStatementChanges({ ...none, means: [means(change)] })).toEqual([])
})

test('statements that became slower come first, those that lost most time before others', () => {
  const shaped = (query_id: string, durationMs: number) =>
    plan({ query_id, shape: sequential, durationMs })
  const changes = listStatementChanges({
    ...none,
    before: [plan({ query_id: '1' }), plan({ query_id: '2' })],
    after: [shaped('1', 100), shaped('2', 1000)],
    means: [
      means({ query_id: '3' }),
      means({ query_id: '4', after: { calls: 9000, mean_ms: 60 } }),
    ],
  })
  expect(changes.map(({ query_id: id }) => id)).toEqual(['4', '3', '2', '1'])
})
