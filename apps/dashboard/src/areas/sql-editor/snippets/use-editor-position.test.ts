import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readPosition } from './use-editor-position.ts'

test('a place comes back as it was', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (anchor, head, top) => {
      expect(readPosition(JSON.stringify({ anchor, head, top }))).toEqual({ anchor, head, top })
    }),
  )
})

test('anything else that is stored is no place', () => {
  for (const text of [
    undefined,
    '',
    'x',
    'null',
    '[]',
    '{"anchor":1,"head":2}',
    '{"anchor":"1","head":2,"top":3}',
  ]) {
    expect(readPosition(text)).toBeUndefined()
  }
})
