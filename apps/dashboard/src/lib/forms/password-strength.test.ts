import { expect, test } from 'vitest'

import { getStrength, tooLong } from './password-strength.ts'

const check = (score: number, warning = '') =>
  getStrength({ score, feedback: { suggestions: ['Add another word'], warning } })

test.each([
  [0, { width: 10, tone: 'bad', message: 'This password is not acceptable.' }],
  [1, { width: 30, tone: 'bad', message: 'This password is not secure enough.' }],
  [2, { width: 50, tone: 'warn', message: 'This password is not secure enough.' }],
  [3, { width: 80, tone: 'warn', message: 'Not bad, but your password must be harder to guess.' }],
  [4, { width: 100, tone: 'good', message: 'This password is strong.' }],
])('score %i fills the meter and has the specified label', (score, shown) => {
  expect(check(score)).toMatchObject(shown)
})

test('below the minimum score it shows the server’s warning and a request for more', () => {
  expect(check(3, 'This is a common name.')).toMatchObject({
    isEnough: false,
    warning: 'This is a common name. You need a stronger password.',
  })
})

test('a strong password suffices and has no warning', () => {
  expect(check(4, 'ignored')).toMatchObject({ isEnough: true, warning: undefined })
})

test('a too long password is refused in the words of the specification', () => {
  expect(tooLong).toMatchObject({
    message: 'Maximum length of password exceeded',
    warning: 'Password should be less than 100 characters',
    isEnough: false,
  })
})
