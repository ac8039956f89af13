import { expect, test } from 'vitest'

import { held } from '../../../testing/run-lines.ts'
import { begun, complete } from '../../../testing/run-lines.ts'
import { endRun, type Run, startRun, withLines } from '../run-model.ts'
import { describeBrokenOff } from './broken-off-text.ts'
import type { RunRequest } from './run-store.ts'

const request = (options: Partial<RunRequest['options']> = {}): RunRequest => ({
  text: 'select 1',
  from: 0,
  options: { confirmed: [], ...options },
})

const brokenOff = (...lines: Parameters<typeof withLines>[1]): Run =>
  endRun(withLines(startRun(1, 0), lines), { failure: new Error('gone'), isBrokenOff: true })

test('what was acknowledged is told from what may have been done', () => {
  const words = (...lines: Parameters<typeof withLines>[1]) =>
    describeBrokenOff(brokenOff(...lines), request())
  expect([
    words(),
    words(begun()),
    words(begun(), complete()),
    words(begun(0, 3)),
    words(begun(0, 3), complete(0), begun(1, 3)),
    words(begun(0, 3), complete(0), begun(1, 3), complete(1), begun(2, 3)),
    words(begun(0, 2), complete(0, 'BEGIN'), begun(1, 2), complete(1)),
  ]).toEqual([
    'Whether it was done is not known. Look at what is there before you run it again.',
    'Whether it was done is not known. Look at what is there before you run it again.',
    'The statement had been acknowledged as done.',
    'No statement was acknowledged as done. Whether statement 1 was done is not known.',
    'Statement 1 of 3 had been acknowledged as done. Whether statement 2 was done is not known.',
    'Statements 1 to 2 of 3 had been acknowledged as done. Whether statement 3 was done is not known.',
    'All 2 statements had been acknowledged as done. What its open transaction did is rolled back.',
  ])
})

test('a run that was to be held is rolled back, unless its commit was on its way', () => {
  const words = (...lines: Parameters<typeof withLines>[1]) =>
    describeBrokenOff(brokenOff(...lines), request({ hold: 'decide' }))
  expect(words(begun(0, 2), complete(), begun(1, 2))).toMatch(/all of it is rolled back\.$/u)
  expect(words(begun(), complete(), held)).toMatch(/unless you had pressed Commit/u)
  expect(words(begun(), complete(), held, { type: 'decided', outcome: 'committed' })).toBe(
    'It had been committed before.',
  )
})

test('a statement without an answer is neither done nor failed', () => {
  const run = brokenOff(begun(0, 2), complete(), begun(1, 2))
  expect(run.statements.map(({ state }) => state)).toEqual(['done', 'lost'])
  expect([run.state, run.isBrokenOff]).toEqual(['failed', true])
})
