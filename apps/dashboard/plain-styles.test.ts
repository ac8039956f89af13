import { expect, test } from 'vitest'

import { withoutFallbacks } from './plain-styles.ts'

test('what stands in for @property goes, and nothing else', () => {
  const fallback =
    '@layer properties{@supports (((-webkit-hyphens:none)) or (not (color:rgb(from red r g b)))){*,:before{--tw-a:0;--tw-b:initial}}}'
  const rest = '@layer theme{:root{--ink:#000}}@property --tw-a{syntax:"*";inherits:false}'

  expect(withoutFallbacks(`/* */${fallback}${rest}`)).toBe(`/* */${rest}`)
  expect(withoutFallbacks(rest)).toBe(rest)
})
