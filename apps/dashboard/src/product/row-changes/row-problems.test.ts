import { expect, test } from 'vitest'

import type { RowProblem } from './change-queue.ts'
import { movedRows } from './row-problems.ts'
import { getName, type StagedRow, withCell } from './staged-rows.ts'

const keyedBy = ['id', 'tableoid', 'ctid']
const staged = (key: string[]): StagedRow[] => [
  ...withCell([], { key, keyedBy, column: 'a', value: 'mine', previous: 'x', seen: ['1', 'x'] }),
]

const conflict = (current: Record<string, string | null> | null): RowProblem => ({
  of: 'conflict',
  current,
})

test('a row that another user has changed is in conflict under its new key', () => {
  const rows = [...staged(['1', '9', '(0,1)']), ...staged(['2', '9', '(0,2)'])]
  const [name = ''] = rows.map(getName)
  const current = { id: '1', a: 'theirs', tableoid: '9', ctid: '(0,3)' }
  const moved = movedRows(rows, new Map([[name, conflict(current)]]))
  expect(moved.rows.map((row) => row.op !== 'insert' && row.key)).toEqual([
    ['1', '9', '(0,3)'],
    ['2', '9', '(0,2)'],
  ])
  expect([...moved.problems]).toEqual([[getName(moved.rows[0] as StagedRow), conflict(current)]])
})

test('a deleted, refused or unchanged row keeps its key', () => {
  const rows = staged(['1', '9', '(0,1)'])
  const [name = ''] = rows.map(getName)
  const refused = { of: 'refused', operation: 0, message: 'no', sqlstate: '23514' } as RowProblem
  const same = conflict({ id: '1', a: 'theirs', tableoid: '9', ctid: '(0,1)' })
  for (const problem of [conflict(null), refused, same]) {
    const problems = new Map([[name, problem]])
    expect(movedRows(rows, problems)).toEqual({ rows, problems })
  }
})
