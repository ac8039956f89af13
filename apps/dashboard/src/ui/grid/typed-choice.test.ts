import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { typedChoice, typedWith } from './typed-choice.ts'

describe('the choice that letters mean', () => {
  test.each([
    ['t', 'true'],
    ['TRUE', 'true'],
    ['F', 'false'],
    ['n', null],
    ['NULL', null],
    ['nulls', undefined],
    ['yes', undefined],
  ])('%s is %s', (typed, choice) => {
    expect(typedChoice([null, 'true', 'false'], typed)).toBe(choice)
  })

  test('is the one that is spelled so before one in other letters, and a value before NULL', () => {
    const choices = [null, 'Paid', 'paid', 'paid late', 'none']
    expect(typedChoice(choices, 'paid')).toBe('paid')
    expect(typedChoice(choices, 'Pa')).toBe('Paid')
    expect(typedChoice(choices, 'PAID')).toBe('Paid')
    expect(typedChoice(choices, 'paid l')).toBe('paid late')
    expect(typedChoice(choices, 'n')).toBe('none')
    expect(typedChoice(choices, 'nu')).toBeNull()
    expect(typedChoice(['none'], 'nu')).toBeUndefined()
  })

  test('begins as it was typed, for any value and any beginning of it', () => {
    const word = fc.stringMatching(/^[a-zA-Zé ']{1,8}$/u)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), fc.nat(), (values, which, length) => {
        const value = values[which % values.length] ?? ''
        const typed = value.slice(0, 1 + (length % value.length))
        expect(typedChoice(values, typed)?.startsWith(typed)).toBe(true)
        const loud = typedChoice(values, typed.toUpperCase())
        expect(loud?.toLowerCase().startsWith(typed.toLowerCase())).toBe(true)
        expect(typedChoice(values, value)).toBe(value)
      }),
    )
  })
})

describe('what is typed', () => {
  const key = (name: string, held = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...held,
  })

  test('goes on with each letter, and begins anew after a rest', () => {
    const before = { text: 'on', at: 1000 }
    expect(typedWith(before, key(' '), 1900)).toEqual({ text: 'on ', at: 1900 })
    expect(typedWith(before, key('t'), 2100)).toEqual({ text: 't', at: 2100 })
    expect(typedWith(before, key('Backspace'), 9000)).toEqual({ text: 'o', at: 9000 })
  })

  test('is not what opens the list, moves in it or is for the page', () => {
    const before = { text: '', at: 0 }
    for (const name of [' ', 'ArrowDown', 'Backspace', 'F4'])
      expect(typedWith(before, key(name), 5000)).toBeUndefined()
    expect(typedWith({ text: 'o', at: 0 }, key('a', { ctrlKey: true }), 10)).toBeUndefined()
  })
})
