import { expect, test } from 'vitest'

import { newName } from './new-name.ts'

test.each([
  [[], undefined, 'Untitled query'],
  [['Pots'], undefined, 'Untitled query'],
  [['Untitled query'], undefined, 'Untitled query 2'],
  [['Untitled query', 'Untitled query 2', 'Untitled query 4'], undefined, 'Untitled query 3'],
  [['Untitled query 2'], undefined, 'Untitled query'],
  [[], 714, 'Untitled query 714'],
  [['Untitled query 714'], 714, 'Untitled query 715'],
])('next to %j, starting with %s, a new query is called %s', (taken, first, name) => {
  expect(newName(taken, first)).toBe(name)
})
