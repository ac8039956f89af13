import { expect, test } from 'vitest'

import { cellText } from './cell-content.ts'

test('a cell shows its text in the order in which it is stored', () => {
  expect(cellText(['a\u202Eb\u2066c\u2069'], 0)).toBe('a⟨bidi⟩b⟨bidi⟩c⟨bidi⟩')
  expect(cellText(['שלום'], 0)).toBe('שלום')
})

test('a cell is one line, and distinguishes NULL from a value that is not loaded', () => {
  expect(cellText(['a\r\nb\nc'], 0)).toBe('a↵b↵c')
  expect(cellText([null], 0)).toBeNull()
  expect(cellText(undefined, 0)).toBeUndefined()
  expect(cellText(['x'.repeat(400)], 0, true)).toBe(`${'x'.repeat(300)}…`)
})
