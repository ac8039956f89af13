import { expect, test } from 'vitest'

import { copiesToNoOne } from './script-advice.ts'

test('only rows that are copied to the client are lost', () => {
  expect(copiesToNoOne({ command: 'COPY', text: 'copy (select 1) to STDOUT' })).toBe(true)
  expect(copiesToNoOne({ command: 'COPY', text: "copy t from '/x'" })).toBe(false)
  expect(copiesToNoOne({ command: 'SELECT', text: "select 'to stdout'" })).toBe(false)
})
