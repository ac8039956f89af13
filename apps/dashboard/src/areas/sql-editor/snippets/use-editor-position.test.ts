import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readPosition } from './use-editor-position.ts'

test('a position is restored', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (anchor, head, top) => {
      expect(readPosition(JSON.stringify({ anchor, head, top }))).toEqual({ anchor, head, top })
    }),
  )
})

test('an unknown format is ignored', () => {
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
