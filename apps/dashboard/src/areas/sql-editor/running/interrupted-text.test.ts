import { expect, test } from 'vitest'

import { held } from '../../../testing/run-lines.ts'
import { started, complete } from '../../../testing/run-lines.ts'
import { endRun, type Run, startRun, withLines } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import { describeInterrupted } from './interrupted-text.ts'

const request = (options: Partial<RunRequest['options']> = {}): RunRequest => ({
  text: 'select 1',
  from: 0,
  options: { confirmed: [], ...options },
})

const interrupted = (...lines: Parameters<typeof withLines>[1]): Run =>
  endRun(withLines(startRun(1, 0), lines), { failure: new Error('lost'), isInterrupted: true })

test('acknowledged effects are distinguished from possible ones', () => {
  const words = (...lines: Parameters<typeof withLines>[1]) =>
    describeInterrupted(interrupted(...lines), request())
  expect([
    words(),
    words(started()),
    words(started(), complete()),
    words(started(0, 3)),
    words(started(0, 3), complete(0), started(1, 3)),
    words(started(0, 3), complete(0), started(1, 3), complete(1), started(2, 3)),
    words(started(0, 2), complete(0, 'BEGIN'), started(1, 2), complete(1)),
  ]).toEqual([
    'Its outcome is unknown. Check your data before you run it again.',
    'Its outcome is unknown. Check your data before you run it again.',
    'The statement had been confirmed as done.',
    'No statement was confirmed as done. The outcome of statement 1 is unknown.',
    'Statement 1 of 3 had been confirmed as done. The outcome of statement 2 is unknown.',
    'Statements 1 to 2 of 3 had been confirmed as done. The outcome of statement 3 is unknown.',
    'All 2 statements had been confirmed as done. Its open transaction was rolled back.',
  ])
})

test('a previewed run is rolled back, unless its commit was sent', () => {
  const words = (...lines: Parameters<typeof withLines>[1]) =>
    describeInterrupted(interrupted(...lines), request({ hold: 'decide' }))
  expect(words(started(0, 2), complete(), started(1, 2))).toMatch(/everything was rolled back\.$/u)
  expect(words(started(), complete(), held)).toMatch(/unless you had pressed Commit/u)
  expect(words(started(), complete(), held, { type: 'decided', outcome: 'committed' })).toBe(
    'It was already committed.',
  )
})

test('a statement without an answer is neither done nor failed', () => {
  const run = interrupted(started(0, 2), complete(), started(1, 2))
  expect(run.statements.map(({ state }) => state)).toEqual(['done', 'lost'])
  expect([run.state, run.isInterrupted]).toEqual(['failed', true])
})
