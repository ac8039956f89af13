import { expect, test } from 'vitest'

import { readsHere } from '../../grammar/script-reader.ts'
import { countKinds } from './statement-kinds.ts'

test('each kind is counted, in the order of its first occurrence', async () => {
  const { statements } = await readsHere.read('SELECT 2; drop table t; /* once more */ select 1')
  expect(Object.entries(countKinds(statements))).toEqual([
    ['SELECT', 2],
    ['DROP TABLE', 1],
  ])
})

test('a secret of a statement is in no kind, also when the statement cannot be parsed', async () => {
  const { statements } = await readsHere.read(
    "alter role a password 'hunter2'; hunter2 is my password; alter hunter2",
  )
  expect(countKinds(statements)).toEqual({ 'ALTER ROLE': 1, OTHER: 1, ALTER: 1 })
})
