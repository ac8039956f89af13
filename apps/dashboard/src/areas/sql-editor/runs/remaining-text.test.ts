import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeRemaining } from './remaining-text.ts'
import type { StatementResult } from './run-model.ts'
import type { FormerRun } from './stored-run.ts'

const statement = (state: StatementResult['state']): StatementResult => ({
  start: 0,
  end: 1,
  state,
  fields: null,
  rows: [],
  rowCount: 0,
  isCut: false,
  notices: [],
})

type Interrupted = { states: StatementResult['state'][]; of?: number; hold?: 'decide' }

const previous = (
  interrupted: FormerRun['interrupted'],
  { states, of, hold }: Interrupted,
): FormerRun => ({
  at: 0,
  came: [],
  interrupted,
  request: { text: '', from: 0, options: { confirmed: [], ...(hold && { hold }) } },
  run: {
    id: 0,
    from: 0,
    state: 'cancelled',
    statements: states.map(statement),
    ...(of !== undefined && { of }),
  },
})

test('a completed run is not described as left', () => {
  expect(describeRemaining(previous(undefined, { states: ['done'], of: 1 }))).toBeUndefined()
})

test('a held run, or one transaction, was rolled back', () => {
  const held = previous('held', { states: ['done'], of: 1, hold: 'decide' })
  expect(describeRemaining(held)).toBe('Rolled back: you left the page before you committed.')
  const under = previous('running', { states: ['done', 'cancelled'], of: 3, hold: 'decide' })
  expect(describeRemaining(under)).toBe('Rolled back: you left the page while it ran.')
})

test('of a script each statement is described', () => {
  expect(describeRemaining(previous('running', { states: ['done', 'cancelled'], of: 3 }))).toBe(
    'You left the page while it ran: statement 1 was done, 2 was cancelled, 3 was not run.',
  )
  const long = previous('running', { states: ['done', 'done', 'done', 'cancelled'], of: 9 })
  expect(describeRemaining(long)).toBe(
    'You left the page while it ran: statements 1 to 3 were done, 4 was cancelled, 5 to 9 were not run.',
  )
  expect(describeRemaining(previous('running', { states: ['cancelled'], of: 1 }))).toBe(
    'You left the page while it ran: the statement was cancelled.',
  )
})

test('every statement of a script is described once', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.boolean(), fc.nat(5), (done, isOpen, rest) => {
      const states = [
        ...Array.from({ length: done }, () => 'done' as const),
        ...(isOpen ? ['cancelled' as const] : []),
      ]
      const of = states.length + rest + 2
      const words = describeRemaining(previous('running', { states, of })) ?? ''
      const reported = [...words.matchAll(/(\d+)(?: to (\d+))?/gu)].flatMap(([, from, to]) =>
        Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, at) => Number(from) + at),
      )
      expect(reported).toEqual(Array.from({ length: of }, (_, at) => at + 1))
    }),
  )
})
