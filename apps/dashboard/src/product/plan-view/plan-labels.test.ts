import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatBuffers, formatCost, formatDifference, formatMs, formatRows } from './format-plan.ts'
import { getName, listNodes, type PlanNode } from './plan-node.ts'
import { planText } from './plan-text.ts'
import { readJsonPlan } from './read-json.ts'
import { readTextPlan } from './read-text.ts'
import { getTitle } from './titles.ts'
import { afterKey, shownNodes } from './tree-keys.ts'

const recorded = readFileSync(join(import.meta.dirname, 'recorded-plans.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { name: string; measured: string; measuredText: string })

const getRoot = (source: string) => {
  const plan = readJsonPlan(source) ?? readTextPlan(source)
  if (plan === undefined) throw new Error('Not read as a plan')
  return plan.root
}

const getShape = ({
  title,
  relation,
  index,
  role,
  estimate,
  actual,
  children,
}: PlanNode): unknown => ({
  title,
  relation,
  index,
  role,
  estimate,
  actual,
  children: children.map(getShape),
})

describe('a plan of JSON as text', () => {
  test.each(recorded)('$name: is parsed again into the same tree', ({ measured }) => {
    const plan = readJsonPlan(measured)
    const text = plan === undefined ? '' : planText(plan)
    expect(getShape(getRoot(text))).toEqual(getShape(getRoot(measured)))
  })

  test.each(recorded)('$name: names its nodes as PostgreSQL does, in its order', (one) => {
    const plan = readJsonPlan(one.measured)
    const names = (text: string) =>
      text
        .split('\n')
        .filter((line) => / {2}\(cost=/u.test(line))
        .map((line) => line.replace(/ {2}\(cost=.*$/u, '').replace(/^ *(?:-> {2})?/u, ''))
        // Names that are words of SQL are quoted by text only.
        .map((line) => line.replaceAll('"', ''))
    expect(names(plan === undefined ? '' : planText(plan))).toEqual(names(one.measuredText))
  })

  test('of text is that text', () => {
    const { measuredText = '' } = recorded[0] ?? {}
    const plan = readTextPlan(measuredText)
    expect(plan === undefined ? '' : planText(plan)).toBe(measuredText)
  })
})

describe('titles', () => {
  test.each([
    [
      { 'Node Type': 'Aggregate', Strategy: 'Sorted', 'Partial Mode': 'Finalize' },
      'Finalize GroupAggregate',
    ],
    [
      { 'Node Type': 'Hash Join', 'Join Type': 'Right Anti', 'Parallel Aware': true },
      'Parallel Hash Right Anti Join',
    ],
    [{ 'Node Type': 'Nested Loop', 'Join Type': 'Semi' }, 'Nested Loop Semi Join'],
    [{ 'Node Type': 'Foreign Scan', Operation: 'Update' }, 'Foreign Update'],
    [
      { 'Node Type': 'Foreign Scan', Operation: 'Select', 'Async Capable': true },
      'Async Foreign Scan',
    ],
    [{ 'Node Type': 'Custom Scan', 'Custom Plan Provider': 'Columns' }, 'Custom Scan (Columns)'],
    [{ 'Node Type': 'Something New' }, 'Something New'],
    [{}, 'Unknown'],
  ])('%o is %s', (reported, title) => {
    expect(getTitle(reported)).toBe(title)
  })

  test('and their objects form a name', () => {
    const node = listNodes(
      getRoot(recorded.find(({ name }) => name === 'index scan')?.measured ?? ''),
    )[0]
    expect(node === undefined ? '' : getName(node)).toBe(
      'Index Scan using orders_pkey on shop.orders',
    )
  })
})

describe('keys in the tree', () => {
  const root = getRoot(recorded.find(({ name }) => name === 'writing cte')?.measured ?? '')
  const all = listNodes(root)

  test('move to a visible node, or expand and collapse one', () => {
    const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End')
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        const closed = new Set<string>()
        let active = root
        for (const one of keys) {
          const nodes = shownNodes(root, closed)
          const action = afterKey(nodes, active, { key: one, closed })
          if (action?.fold === true) closed.add(active.id)
          else if (action?.fold === false) closed.delete(active.id)
          active = all.find(({ id }) => id === action?.to) ?? active
          expect(shownNodes(root, closed).some(({ node }) => node === active)).toBe(true)
        }
      }),
    )
  })

  test('reach every node', () => {
    const nodes = shownNodes(root, new Set())
    expect(nodes).toHaveLength(all.length)
    let active = root
    const seen = [active.id]
    for (;;) {
      const { to } = afterKey(nodes, active, { key: 'ArrowDown', closed: new Set() }) ?? {}
      const next = all.find(({ id }) => id === to)
      if (next === undefined) break
      active = next
      seen.push(next.id)
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect(afterKey(nodes, active, { key: 'x', closed: new Set() })).toBeUndefined()
  })
})

test('figures are short and keep the relevant digits', () => {
  expect([0.0421, 4.5612, 99.999, 1240].map(formatMs)).toEqual([
    '0.042 ms',
    '4.56 ms',
    '100.00 ms',
    '1.24 s',
  ])
  expect([-0.4, 1.2, 0].map(formatDifference)).toEqual([
    '0.400 ms quicker',
    '1.20 ms slower',
    'Same time',
  ])
  expect([formatRows(12_345.4), formatCost(1718.194)]).toEqual(['12,345', '1,718.19'])
  const none = { hit: 0, read: 0, dirtied: 0, written: 0, tempRead: 0, tempWritten: 0 }
  expect(formatBuffers(none)).toBeUndefined()
  expect(formatBuffers({ ...none, hit: 640, tempWritten: 3 })).toBe(
    '640 from cache (5 MB), 3 temporary written (24 KB)',
  )
})
