import { describe, expect, test } from 'vitest'

import { quoteIdent, quoteLiteral } from './quote.ts'

describe('quoting', () => {
  test('a name keeps its case and its quotes', () => {
    expect(quoteIdent('Order "x"')).toBe('"Order ""x"""')
  })

  test('a literal doubles its quotes', () => {
    expect(quoteLiteral("it's")).toBe("'it''s'")
  })

  test('a backslash cannot end a literal early, with any server setting', () => {
    expect(quoteLiteral("\\' or 1=1")).toBe(" E'\\\\'' or 1=1'")
  })

  test('text that PostgreSQL cannot store is refused instead of truncated', () => {
    expect(() => quoteIdent('')).toThrow(RangeError)
    expect(() => quoteIdent('a\0b')).toThrow(RangeError)
    expect(() => quoteLiteral('a\0b')).toThrow(RangeError)
  })
})
