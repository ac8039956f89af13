import { expect, test } from 'vitest'

import { strengthOf, tooLong } from './password-strength.ts'

const check = (score: number, warning = '') =>
  strengthOf({ score, feedback: { suggestions: ['Add another word'], warning } })

test.each([
  [0, 10, 'bad', 'This password is not acceptable.'],
  [1, 30, 'bad', 'This password is not secure enough.'],
  [2, 50, 'warn', 'This password is not secure enough.'],
  [3, 80, 'warn', 'Not bad, but your password must be harder to guess.'],
  [4, 100, 'good', 'This password is strong.'],
])('score %i fills %i % in the tone %s', (score, width, tone, message) => {
  expect(check(score)).toMatchObject({ width, tone, message })
})

test('below the minimum score the server’s warning and the request for more are said', () => {
  expect(check(3, 'This is a common name.')).toMatchObject({
    isEnough: false,
    warning: 'This is a common name. You need a stronger password.',
  })
})

test('a strong password is enough and has no warning', () => {
  expect(check(4, 'ignored')).toMatchObject({ isEnough: true, warning: undefined })
})

test('too long is refused in the words of the specification', () => {
  expect(tooLong).toMatchObject({
    message: 'Maximum length of password exceeded',
    warning: 'Password should be less than 100 characters',
    isEnough: false,
  })
})
