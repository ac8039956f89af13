import { describe, expect, test } from 'vitest'

import { listFigures } from './figures.ts'
import { listHints } from './hints.ts'
import { getDetail, listNodes, type Plan } from './plan-node.ts'
import { readJsonPlan } from './read-json.ts'
import { readTextPlan } from './read-text.ts'

// Plans that other versions and other options answer, made small.

function text(...lines: string[]): Plan {
  const plan = readTextPlan(lines.join('\n'))
  if (plan === undefined) throw new Error('Not read as a plan')
  return plan
}

function json(plan: object, more: object = {}): Plan {
  const read = readJsonPlan(JSON.stringify([{ Plan: plan, ...more }]))
  if (read === undefined) throw new Error('Not read as a plan')
  return read
}

const scan = {
  'Node Type': 'Seq Scan',
  'Relation Name': 'orders',
  Alias: 'orders',
  'Startup Cost': 0,
  'Total Cost': 100,
  'Plan Rows': 10,
  'Plan Width': 8,
}

describe('a text', () => {
  test('of an older version has integer rows and the result node', () => {
    const plan = text(
      'Index Scan using orders_pkey on orders  (cost=0.29..8.31 rows=1 width=45) (actual time=0.012..0.013 rows=1 loops=1)',
      '  Index Cond: (id = $0)',
      '  InitPlan 1 (returns $0)',
      '    ->  Result  (cost=0.00..0.01 rows=1 width=4) (actual time=0.001..0.001 rows=1 loops=1)',
      'Planning time: 0.1 ms',
      'Execution Time: 0.030 ms',
    )
    expect(plan.root).toMatchObject({ index: 'orders_pkey', relation: 'orders' })
    expect(plan.root.children[0]).toMatchObject({ role: 'InitPlan 1', title: 'Result' })
    expect(plan.executionMs).toBe(0.03)
  })

  test('without times has rows and loops', () => {
    const plan = text(
      'Limit  (cost=0.00..1.00 rows=5 width=4) (actual rows=5.00 loops=1)',
      '  ->  Seq Scan on orders  (cost=0.00..100.00 rows=500 width=4) (actual rows=5.00 loops=1)',
    )
    expect(plan.isMeasured).toBe(true)
    const { of, totalMs } = listFigures(plan)
    expect(totalMs).toBe(0)
    expect(of.get('0.0')).toMatchObject({ rows: 5, ownMs: undefined, factor: 100 })
  })

  test('without costs counts as measured all the same', () => {
    const plan = text(
      'Nested Loop (actual time=0.020..0.030 rows=4.00 loops=1)',
      '  ->  Seq Scan on a (actual time=0.001..0.002 rows=2.00 loops=1)',
      '  ->  Index Scan using b_pkey on b (never executed)',
    )
    expect(plan.root.children.map(({ title }) => title)).toEqual(['Seq Scan', 'Index Scan'])
    expect(plan.root.children[1]?.isNeverExecuted).toBe(true)
    expect(listFigures(plan).of.get('0')?.ownMs).toBeCloseTo(0.028)
  })

  test('keeps the details of workers separate from those of the node', () => {
    const plan = text(
      'Gather  (cost=0.00..10.00 rows=10 width=4) (actual time=1.000..2.000 rows=10.00 loops=1)',
      '  Workers Planned: 2',
      '  Workers Launched: 1',
      '  ->  Parallel Seq Scan on orders  (cost=0.00..5.00 rows=5 width=4) (actual time=0.500..1.500 rows=5.00 loops=2)',
      "        Filter: (note = 'a: b'::text)",
      '        Buffers: shared hit=3 read=2 dirtied=1 written=1, local hit=4, temp read=5 written=6',
      '        Worker 0:  actual time=0.400..1.400 rows=5.00 loops=1',
    )
    const [, below] = listNodes(plan.root)
    expect(plan.root.workers).toEqual({ planned: 2, launched: 1 })
    expect(below?.details).toEqual([{ name: 'Filter', value: "(note = 'a: b'::text)" }])
    expect(below?.buffers).toEqual({
      hit: 7,
      read: 2,
      dirtied: 1,
      written: 1,
      tempRead: 5,
      tempWritten: 6,
    })
    expect(listFigures(plan).of.get('0')?.ownMs).toBeCloseTo(0.5)
  })

  test('of other commands is no plan', () => {
    for (const lines of ['', 'Seq Scan on orders', 'SHOW', '- Plan:\n    Node Type: "Limit"'])
      expect(readTextPlan(lines)).toBeUndefined()
  })
})

describe('JSON', () => {
  test('has compilation, triggers and settings of the whole', () => {
    const plan = json(scan, {
      Settings: { work_mem: '64kB' },
      Triggers: [{ 'Trigger Name': 'noted', Relation: 'log', Time: 0.5, Calls: 3 }],
      JIT: { Functions: 4, Options: { Inlining: false }, Timing: { Total: 1.5 } },
    })
    expect(plan.notes).toEqual([
      { name: 'Setting work_mem', value: '64kB' },
      { name: 'Trigger noted', value: '0.5 ms, 3 calls' },
      {
        name: 'Just-in-time compilation',
        value: 'Functions: 4, Options: Inlining: false, Timing: Total: 1.5',
      },
    ])
  })

  test('that is no plan is refused', () => {
    for (const source of ['[]', '{}', '[1]', 'null', '[{"Plan": 7}]', '[{'])
      expect(readJsonPlan(source)).toBeUndefined()
  })

  test('without measurements distributes the estimated costs', () => {
    const plan = json({ ...scan, 'Node Type': 'Sort', 'Total Cost': 150, Plans: [scan] })
    const { of } = listFigures(plan)
    expect(plan.isMeasured).toBe(false)
    expect([of.get('0')?.share, of.get('0.0')?.share]).toEqual([1 / 3, 2 / 3])
  })

  test('with names that need quotes has them quoted', () => {
    const { root } = json({ ...scan, Schema: 'shop', Alias: 'My Orders' })
    expect(root.relation).toBe('shop.orders "My Orders"')
  })

  test('omits properties that every node has', () => {
    const { root } = json({
      ...scan,
      'Parallel Aware': false,
      'Rows Removed by Filter': 0,
      Filter: '(id > 3)',
      'Peak Memory Usage': 25,
    })
    expect(root.details).toEqual([
      { name: 'Filter', value: '(id > 3)' },
      { name: 'Peak Memory Usage', value: '25 kB' },
    ])
  })
})

describe('hints', () => {
  const measured = (rows: number, more: object = {}) => ({
    ...scan,
    'Actual Rows': rows,
    'Actual Loops': 1,
    'Actual Startup Time': 0,
    'Actual Total Time': 1,
    ...more,
  })
  const kinds = (plan: Plan) => listHints(plan, listFigures(plan).of).map(({ kind }) => kind)

  test('ignore fast and small steps', () => {
    expect(kinds(json(measured(10, { Filter: '(a)', 'Rows Removed by Filter': 90 })))).toEqual([])
    expect(kinds(json(measured(1)))).toEqual([])
  })

  test('name the step that takes most of a long time', () => {
    expect(kinds(json(measured(10, { 'Actual Total Time': 40 })))).toEqual(['slow'])
  })

  test('count removed rows in all loops', () => {
    const loops = measured(1, {
      Filter: '(b)',
      'Rows Removed by Filter': 50,
      'Actual Loops': 40,
      'Actual Total Time': 0.01,
    })
    const plan = json(loops)
    expect(listHints(plan, listFigures(plan).of)[0]?.title).toContain('read 2,040 rows to find 40')
  })

  test('name a hash that used disk, from JSON and from text', () => {
    const plan = text(
      'Hash  (cost=0.00..1.00 rows=10 width=4) (actual time=1.000..1.000 rows=10.00 loops=1)',
      '  Buckets: 1024  Batches: 4 (originally 1)  Memory Usage: 60kB',
      '  Buffers: shared hit=3, temp written=20',
    )
    expect(getDetail(plan.root, 'Batches')).toBe('4 (originally 1)')
    expect(kinds(plan)).toEqual(['spill'])
    const reported = { ...measured(10), 'Node Type': 'Hash', 'Hash Batches': 8 }
    expect(kinds(json(reported))).toEqual(['spill'])
  })

  test('distinguish too high and too low estimates', () => {
    const plan = json(measured(1, { 'Plan Rows': 5000 }))
    expect(listHints(plan, listFigures(plan).of)[0]?.title).toBe(
      'Seq Scan on orders returned 5,000 times fewer rows than estimated',
    )
  })
})
