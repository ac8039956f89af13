import type { DatabaseSession } from '@basalt/contract/database/activity'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listAsTree } from './session-tree.ts'

const session = (pid: number, blocked_by: number[] = []): DatabaseSession => ({
  pid,
  began_at: '2026-01-01T00:00:00Z',
  user: 'postgres',
  database: 'postgres',
  application: '',
  client: null,
  state: 'active',
  waits_for: null,
  state_seconds: 0,
  transaction_seconds: 0,
  query: '',
  blocked_by,
  is_dashboard: false,
  lock: null,
})

test('a blocker stands above the sessions that wait for it, and before those that block nobody', () => {
  const tree = listAsTree([session(1), session(3, [2]), session(2), session(4, [3])])
  expect(tree.map(({ pid, depth, waiting }) => [pid, depth, waiting])).toEqual([
    [2, 0, 2],
    [3, 1, 1],
    [4, 2, 0],
    [1, 0, 0],
  ])
})

test('every session is listed once, also in a deadlock', () => {
  const pids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 })
  const some = pids.chain((all) =>
    fc.tuple(...all.map((pid) => fc.subarray(all).map((blocked) => session(pid, blocked)))),
  )
  fc.assert(
    fc.property(some, (sessions) => {
      const listed = listAsTree(sessions).map(({ pid }) => pid)
      expect(listed.toSorted((a, b) => a - b)).toEqual(
        sessions.map(({ pid }) => pid).toSorted((a, b) => a - b),
      )
    }),
  )
})
