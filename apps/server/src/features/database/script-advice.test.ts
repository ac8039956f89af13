import { expect, test } from 'vitest'

import { copiesToNobody } from './script-advice.ts'

test('only rows that are copied to the client are read by nobody', () => {
  expect(copiesToNobody({ command: 'COPY', text: 'copy (select 1) to STDOUT' })).toBe(true)
  expect(copiesToNobody({ command: 'COPY', text: "copy t from '/x'" })).toBe(false)
  expect(copiesToNobody({ command: 'SELECT', text: "select 'to stdout'" })).toBe(false)
})
