import { expect, test } from 'vitest'

import { getRepeat } from './run-again.ts'

const settings = { read_only: true }
const now = { settings, previewsFirst: false }

test('the role and the limits are those of now, text, values and rows at most those of then', () => {
  const options = { settings: {}, confirmed: [], limit: 500, values: ['7', null] }
  expect(getRepeat({ text: 'select $1', from: 4, options }, now)).toEqual({
    text: 'select $1',
    from: 4,
    options: { settings, confirmed: [], limit: 500, values: ['7', null] },
  })
})

test('what was confirmed, or made safer, is asked about anew', () => {
  const options = { confirmed: ['drop books'], enable_rls: true, hold: 'decide' as const }
  const again = getRepeat({ text: 'drop table books', from: 0, options }, now)
  expect(again.options).toEqual({ settings, confirmed: [] })
})

test('changes are looked at first where that is the way now; a plan is still taken back', () => {
  const written = { text: 'delete from books', from: 0, options: { confirmed: [] } }
  expect(getRepeat(written, { settings: {}, previewsFirst: true }).options.hold).toBe('decide')
  const plan = { ...written, options: { hold: 'roll_back' as const } }
  expect(getRepeat(plan, { settings: {}, previewsFirst: true }).options).toEqual({
    settings: {},
    hold: 'roll_back',
  })
})
