import { expect, test } from 'vitest'

import { withoutFallbacks } from './plain-styles.ts'

test('what stands in for @property goes, and nothing else', () => {
  const fallback =
    '@layer properties{@supports (((-webkit-hyphens:none)) or (not (color:rgb(from red r g b)))){*,:before{--tw-a:0;--tw-b:initial}}}'
  const rest = '@layer theme{:root{--ink:#000}}@property --tw-a{syntax:"*";inherits:false}'

  expect(withoutFallbacks(`/* */${fallback}${rest}`)).toBe(`/* */${rest}`)
  expect(withoutFallbacks(rest)).toBe(rest)
})

test('a colour that is mixed stands without the plain one, and without asking for it', () => {
  const requested = '@supports (color:color-mix(in lab, red, red))'
  const mix = '.a\\/30{color:color-mix(in oklab, var(--a) 30%, transparent)}'
  const other = '.b{color:red}'
  const print = '@media print{.c{color:red}}'

  expect(withoutFallbacks(`${other}.a\\/30{color:var(--a)}${requested}{${mix}}${print}`)).toBe(
    `${other}${mix}${print}`,
  )
  // A rule of another name stands before it for its own sake.
  expect(withoutFallbacks(`${other}${requested}{${mix}}`)).toBe(`${other}${mix}`)
})

test('the colour of a placeholder is not asked for', () => {
  const color = '::placeholder{color:color-mix(in oklab, currentcolor 50%, transparent)}'
  const css =
    '@supports (not ((-webkit-appearance:-apple-pay-button))) or (contain-intrinsic-size:1px)' +
    `{::placeholder{color:currentColor}@supports (color:color-mix(in lab, red, red)){${color}}}`

  expect(withoutFallbacks(css)).toBe(color)
})
