import { expect, test } from 'vitest'

import { differingNodes, isSameShape, readPlanShape } from './plan-shape.ts'

const indexed = {
  'Query Text': 'select 1',
  Plan: {
    'Node Type': 'Aggregate',
    Plans: [
      {
        'Node Type': 'Index Scan',
        'Index Name': 'orders_customer_idx',
        'Relation Name': 'orders',
        'Total Cost': 8.3,
      },
    ],
  },
}
const sequential = {
  Plan: {
    'Node Type': 'Aggregate',
    Plans: [{ 'Node Type': 'Seq Scan', 'Relation Name': 'orders', 'Total Cost': 900 }],
  },
}

test('a plan has its types of nodes with the index or the table of each', () => {
  expect(readPlanShape(indexed)).toEqual(['Aggregate', 'Index Scan on orders_customer_idx'])
  for (const other of [null, undefined, 'text', [], {}, { Plan: 1 }]) {
    expect(readPlanShape(other)).toBeNull()
  }
})

test('costs and rows are no difference, another index or node is one', () => {
  const [one, other] = [readPlanShape(indexed) ?? [], readPlanShape(sequential) ?? []]
  expect(isSameShape(one, [...one])).toBe(true)
  expect(isSameShape(one, other)).toBe(false)
  expect(differingNodes(one, other)).toEqual({
    before: ['Index Scan on orders_customer_idx'],
    after: ['Seq Scan on orders'],
  })
})

test('a node that occurs once more is a difference', () => {
  expect(differingNodes(['Seq Scan on a'], ['Seq Scan on a', 'Seq Scan on a'])).toEqual({
    before: [],
    after: ['Seq Scan on a'],
  })
})
