import type { HeldRun } from '@basalt/contract/database/query'
import { expect, test } from 'vitest'

import { started, complete } from '../../../testing/run-lines.ts'
import { startRun, withLines } from '../runs/run-model.ts'
import { listChanges } from './held-text.ts'

type Table = HeldRun['tables'][number]

const table = (more: Partial<Table>): Table => ({
  schema: 'public',
  name: 'books',
  inserted: 0,
  updated: 0,
  deleted: 0,
  of: null,
  change: null,
  before: null,
  after: null,
  unseen: null,
  ...more,
})

const done = (...commands: string[]) =>
  withLines(
    startRun(1, 0),
    commands.flatMap((command, at) => [started(at, commands.length), complete(at, command)]),
  ).statements

test.each<[Table[], string[], string]>([
  [[], ['SELECT'], 'No rows changed'],
  [[], ['CREATE SCHEMA'], 'CREATE SCHEMA, no rows changed'],
  [
    [],
    ['CREATE FUNCTION', 'CREATE FUNCTION', 'GRANT', 'SET'],
    '2 × CREATE FUNCTION, GRANT, no rows changed',
  ],
  [[], ['ALTER TABLE'], 'ALTER TABLE, no rows changed'],
  [[table({ updated: 2 })], ['UPDATE'], '2 rows in 1 table'],
  [[table({ updated: 1 })], ['UPDATE', 'CREATE POLICY'], '1 row in 1 table, CREATE POLICY'],
  [
    [table({ change: 'created' })],
    ['CREATE TABLE', 'CREATE TYPE'],
    '1 table as a whole, CREATE TYPE',
  ],
])('%j after %j is: %s', (tables, commands, words) => {
  expect(listChanges(tables, done(...commands))).toBe(words)
})
