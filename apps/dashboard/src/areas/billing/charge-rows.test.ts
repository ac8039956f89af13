import { expect, test } from 'vitest'

import { charge, egressLine, line } from '../../testing/billing.ts'
import { chargeRows } from './charge-rows.ts'

test('the same line of two bills is one row, with both amounts', () => {
  const [row, ...more] = chargeRows(charge([egressLine(6.2)]), charge([egressLine(36.2)]))
  expect(more).toEqual([])
  expect([row?.first?.quantity, row?.second?.quantity]).toEqual(['6.2 GB', '36.2 GB'])
  expect(row?.line).toBe(row?.second)
})

test('a line on one bill only has no counterpart', () => {
  const team = line({ description: 'Team plan' })
  expect(chargeRows(charge([line()]), charge([line(), team]))).toMatchObject([
    { first: line(), second: line() },
    { first: undefined, second: team },
  ])
})

test('a plan that was left and taken again is listed twice', () => {
  const again = charge([line({ detail: '10 hours' }), line({ detail: '20 hours' })])
  const rows = chargeRows(again, again)
  expect(rows.map(({ second }) => second?.detail)).toEqual(['10 hours', '20 hours'])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
})

test('plans come first, then compute with its credits, then usage', () => {
  const compute = line({ kind: 'compute', description: 'Compute' })
  const credit = line({ kind: 'compute_credit', description: 'Compute credits' })
  const rows = chargeRows(charge([egressLine(1), credit]), charge([compute, line()]))
  expect(rows.map((row) => row.line.kind)).toEqual(['plan', 'compute', 'compute_credit', 'usage'])
})

test('the same usage of two projects is two rows', () => {
  const of = (ref: string) => line({ kind: 'usage', project_ref: ref, metric: 'database_size' })
  expect(chargeRows(charge([of('a'), of('b')]), charge([of('b')]))).toHaveLength(2)
})
