import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { optionalName, typedName, visibleName } from './typed-name.ts'

const refusal = (name: string) => typedName(64).safeParse(name).error?.issues[0]?.message

describe('a name that users type', () => {
  test.each([
    'Shop',
    '  Shop  ',
    'Ωmega & Söhne, 東京',
    'شركة',
    '👩‍👩‍👧 family',
    'می‌خواهم',
    'क्‍ष',
    'a\u00a0b',
  ])('%j is accepted', (name) => {
    expect(refusal(name)).toBeUndefined()
  })

  test.each([
    'a\nb',
    'a\tb',
    'a\u0000b',
    'a\u007fb',
    'a\u0085b',
    'a\u200bb',
    'a\u200db',
    'a\u200cb',
    'a\u200eb',
    'a\u200fb',
    'a\u061cb',
    'a\u202eb',
    'a\u2066b',
    'a\u2069b',
    'a\ufeffb',
    'a\u2028b',
    'a\u00adb',
  ])('%j is refused with an instruction', (name) => {
    expect(refusal(name)).toBe('Remove line breaks and invisible characters')
  })

  test('is not empty and not longer than its limit', () => {
    expect(refusal(' ')).toBe('Enter a name')
    expect(refusal('x'.repeat(65))).toBe('Use at most 64 characters')
    expect(optionalName(64).parse(' ')).toBe('')
  })

  test('from another service is reduced to characters that could be typed', () => {
    expect(visibleName('Ada\u202e\nLovelace ')).toBe('Ada Lovelace')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(optionalName(10_000).safeParse(visibleName(name)).success).toBe(true)
      }),
    )
  })
})
