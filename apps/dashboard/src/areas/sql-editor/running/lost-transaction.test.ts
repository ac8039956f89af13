import { expect, test } from 'vitest'

import { state } from '../../../testing/run-lines.ts'
import type { Run, StatementResult } from '../runs/run-model.ts'
import { losesTransaction } from './lost-transaction.ts'

/** Completed statements, each with its command tag; the last one has no answer. */
function getRun(done: readonly (readonly [string, string])[], more: Partial<Run> = {}) {
  const from = 7
  const text = [...done.map(([, one]) => one), 'select boom()'].join('\n')
  let start = from
  const statements = [...done, ['', 'select boom()']].map(([command, one = '']) => {
    const end = start + one.length
    const result: StatementResult = {
      start,
      end,
      state: command === '' ? 'failed' : 'done',
      fields: null,
      rows: [],
      rowCount: 0,
      isCut: false,
      notices: [],
      ...(command !== '' && { command: command ?? '' }),
    }
    start = end + 1
    return result
  })
  const run: Run = { id: 1, from, state: 'failed', statements, ...more }
  return losesTransaction(run, { text, from, options: { confirmed: [] } })
}

const begin = ['BEGIN', 'begin'] as const
const update = ['UPDATE', 'update t set a = 1'] as const

test.each([
  ['rollback to savepoint one', true],
  ['ROLLBACK /* back */ TO one', true],
  ['rollback work to savepoint one', true],
  ['rollback transaction to "to"', true],
  ['rollback', false],
  ['rollback work', false],
  ['abort', false],
  ['rollback and no chain', false],
  ['rollback and chain', true],
])('a transaction that continued with “%s” is lost: %s', (text, isLost) => {
  expect(getRun([begin, ['SAVEPOINT', 'savepoint one'], update, ['ROLLBACK', text]])).toBe(isLost)
})

test('committed statements are not lost, unless the commit started the next transaction', () => {
  expect(getRun([begin, update, ['COMMIT', 'commit']])).toBe(false)
  expect(getRun([begin, update, ['COMMIT', 'commit and chain']])).toBe(true)
  expect(getRun([update, ['ROLLBACK', 'rollback to savepoint one']])).toBe(false)
})

test('a transaction that an earlier run left open is lost, too, until it was ended', () => {
  const before = state({ state: 'transaction', since: '2026-01-01T00:00:00Z' })
  const open = { before, session: before }
  expect(getRun([update], open)).toBe(true)
  expect(getRun([['COMMIT', 'commit'], update], open)).toBe(false)
  const failed = { ...before, state: 'failed' as const }
  expect(getRun([['ROLLBACK', 'rollback'], update], { before: failed, session: failed })).toBe(
    false,
  )
})

test('the server’s state after the run takes precedence', () => {
  expect(getRun([begin, update], { session: state({ state: 'idle' }) })).toBe(false)
  expect(getRun([update], { session: state({ state: 'failed' }) })).toBe(true)
})
