import { createElement } from 'react'
import { expect, test } from 'vitest'

import { limitOwnerStacks } from './owner-stacks.ts'

test('React records no stack of its own for an element', () => {
  limitOwnerStacks()
  const [first, second] = ['p', 'b'].map((tag) => createElement(tag))
  expect(first).toHaveProperty('_debugStack')
  expect(Reflect.get(first ?? {}, '_debugStack')).toBe(Reflect.get(second ?? {}, '_debugStack'))
})
