import { expect, test } from 'vitest'

import { copiesToNobody, isTransactionOpen } from './script-advice.ts'

test.each([
  [false, 'BEGIN', 'begin', true],
  [false, 'START TRANSACTION', 'start transaction read only', true],
  [true, 'INSERT', 'insert into t values (1)', true],
  [true, 'COMMIT', 'end', false],
  [true, 'ROLLBACK', 'abort', false],
  [true, 'ROLLBACK', 'rollback to savepoint one', true],
  [true, 'ROLLBACK', 'ROLLBACK TRANSACTION TO one', true],
  [true, 'COMMIT', 'commit and chain', true],
  [true, 'PREPARE TRANSACTION', "prepare transaction 'x'", false],
  [false, 'COMMIT', 'commit', false],
  [false, 'SELECT', "select 'begin'", false],
])('after open = %s, %s of "%s" leaves open = %s', (...[wasOpen, command, text, expected]) => {
  expect(isTransactionOpen(wasOpen, { command, text })).toBe(expected)
})

test('only rows that are copied to the client are read by nobody', () => {
  expect(copiesToNobody({ command: 'COPY', text: 'copy (select 1) to STDOUT' })).toBe(true)
  expect(copiesToNobody({ command: 'COPY', text: "copy t from '/x'" })).toBe(false)
  expect(copiesToNobody({ command: 'SELECT', text: "select 'to stdout'" })).toBe(false)
})
