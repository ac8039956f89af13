import { runInThisContext } from 'node:vm'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { escaped } from './narrow-text.ts'

const getValue = (code: string): unknown => runInThisContext(`(${code})`)

test('Latin-1 text is unchanged', () => {
  expect(escaped('const a="naïve © text"')).toBe('const a="naïve © text"')
})

test('any text keeps its value, with one byte for each character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const code = escaped(JSON.stringify(text))
      return !/[\u0100-\u{10FFFF}]/u.test(code) && getValue(code) === text
    }),
  )
  expect(escaped('"–"')).toBe(String.raw`"\u2013"`)
})

test('patterns match the same text, also surrogate pairs', () => {
  const pattern = getValue(escaped('/^[–“😀-😂]+$/u'))

  expect(pattern).toBeInstanceOf(RegExp)
  expect((pattern as RegExp).test('–“😁')).toBe(true)
  expect((pattern as RegExp).test('😃')).toBe(false)
})

test('templates and property names keep their value', () => {
  expect(getValue(escaped('`├${1}…`'))).toBe('├1…')
  expect(getValue(escaped('({ę: 1}).ę'))).toBe(1)
})
