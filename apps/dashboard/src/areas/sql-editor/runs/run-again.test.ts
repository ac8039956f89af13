import { expect, test } from 'vitest'

import { getRepeat } from './run-again.ts'

const settings = { read_only: true }
const now = { settings, previewsFirst: false }

test('role and limits are the current ones; text, values and row limit are those of the run', () => {
  const options = { settings: {}, confirmed: [], limit: 500, values: ['7', null] }
  expect(getRepeat({ text: 'select $1', from: 4, options }, now)).toEqual({
    text: 'select $1',
    from: 4,
    options: { settings, confirmed: [], limit: 500, values: ['7', null] },
  })
})

test('confirmations and added protections are asked for again', () => {
  const options = { confirmed: ['drop books'], enable_rls: true, hold: 'decide' as const }
  const again = getRepeat({ text: 'drop table books', from: 0, options }, now)
  expect(again.options).toEqual({ settings, confirmed: [] })
})

test('changes are previewed if that is the current setting; a plan is still rolled back', () => {
  const written = { text: 'delete from books', from: 0, options: { confirmed: [] } }
  expect(getRepeat(written, { settings: {}, previewsFirst: true }).options.hold).toBe('decide')
  const plan = { ...written, options: { hold: 'roll_back' as const } }
  expect(getRepeat(plan, { settings: {}, previewsFirst: true }).options).toEqual({
    settings: {},
    hold: 'roll_back',
  })
})
