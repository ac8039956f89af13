import fc from 'fast-check'
import { expect, test } from 'vitest'

import { keepLineEnds } from './line-ends.ts'

const getShown = (text: string) => text.replaceAll(/\r\n?/gu, '\n')

test('the unedited parts keep their line endings', () => {
  expect(keepLineEnds('line\nbreak\ncr\ttab!', 'line\nbreak\r\ncr\ttab')).toBe(
    'line\nbreak\r\ncr\ttab!',
  )
  expect(keepLineEnds('a\nb!', 'a\rb')).toBe('a\rb!')
  expect(keepLineEnds('one\nand\ntwo', 'one\r\ntwo')).toBe('one\r\nand\r\ntwo')
})

test('the displayed text is taken if it is unambiguous', () => {
  expect(keepLineEnds('a\n\nc', 'a\rb\nc')).toBe('a\n\nc')
  expect(keepLineEnds('new', 'old\r\n')).toBe('new')
  expect(keepLineEnds('', 'old\r\n')).toBe('')
})

const pieces = fc.array(fc.constantFrom('a', 'b', '\r', '\n', '\r\n', 'ü'), { maxLength: 12 })
const texts = pieces.map((parts) => parts.join(''))
const places = fc
  .tuple(fc.nat(12), fc.nat(12))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)

test('a field always shows the typed text, and an unedited text stays unchanged', () => {
  fc.assert(
    fc.property(texts, places, texts, (before, [start, end], typed) => {
      const was = getShown(before)
      const shown = was.slice(0, start) + getShown(typed) + was.slice(end)
      expect(getShown(keepLineEnds(shown, before))).toBe(shown)
      expect(keepLineEnds(was, before)).toBe(before)
    }),
    { numRuns: 2000 },
  )
})
