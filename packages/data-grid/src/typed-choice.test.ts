import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { typedChoice, typedWith } from './typed-choice.ts'

describe('the choice for typed letters', () => {
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

  test('prefers the exact case to another one, and a value to NULL', () => {
    const choices = [null, 'Paid', 'paid', 'paid late', 'none']
    expect(typedChoice(choices, 'paid')).toBe('paid')
    expect(typedChoice(choices, 'Pa')).toBe('Paid')
    expect(typedChoice(choices, 'PAID')).toBe('Paid')
    expect(typedChoice(choices, 'paid l')).toBe('paid late')
    expect(typedChoice(choices, 'n')).toBe('none')
    expect(typedChoice(choices, 'nu')).toBeNull()
    expect(typedChoice(['none'], 'nu')).toBeUndefined()
  })

  test('starts with the typed text, for any value and any prefix of it', () => {
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

describe('a typed word', () => {
  const key = (name: string, held = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...held,
  })

  afterEach(() => vi.useRealTimers())

  const after = (ms: number, text: string, name: string) => {
    vi.useFakeTimers({ now: 10_000 })
    return typedWith({ text, at: 10_000 - ms }, key(name))
  }

  test('grows with each letter, and is replaced after a pause', () => {
    expect(after(600, 'on', ' ')).toEqual({ text: 'on ', at: 10_000 })
    expect(after(800, 'on', 't')).toEqual({ text: 't', at: 10_000 })
    expect(after(9000, 'on', 'Backspace')).toEqual({ text: 'o', at: 10_000 })
  })

  test('excludes keys that open the list, move in it or belong to the page', () => {
    for (const name of [' ', 'ArrowDown', 'Backspace', 'F4'])
      expect(after(5000, '', name)).toBeUndefined()
    expect(after(5000, 'on', ' ')).toBeUndefined()
    expect(typedWith({ text: 'o', at: 0 }, key('a', { ctrlKey: true }))).toBeUndefined()
  })
})
