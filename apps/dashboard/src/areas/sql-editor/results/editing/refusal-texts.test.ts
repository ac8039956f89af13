import type { OriginRefusal, ResultOrigins } from '@basalt/contract/database/query'
import { expect, test } from 'vitest'

import type { StatementResult } from '../../runs/run-model.ts'
import { startRun } from '../../runs/run-model.ts'
import { cellReason, resultReason } from './refusal-texts.ts'
import { getTracer } from './traced-cells.ts'

const origins = (refusal: OriginRefusal | null): ResultOrigins => ({
  tables: [{ id: 1, schema: 'public', name: 'books', key: ['id'], refusal }],
  fields: [
    { table: 0, column: 'id', is_generated: true },
    { table: 0, column: 'title', is_generated: false },
    null,
  ],
})

const result = (refusal: OriginRefusal | null = null): StatementResult => ({
  start: 0,
  end: 0,
  state: 'done',
  fields: [],
  origins: origins(refusal),
  rows: [],
  rowCount: 0,
  isCut: false,
  notices: [],
})

const requested = {
  result: result(),
  settings: undefined,
  denied: undefined,
  run: null,
  tracer: getTracer(result()),
}
const open = { id: 'a', state: 'transaction' as const, since: '2026-01-01', keeps: [] }

test.each([
  ['nothing is in the way', {}, undefined],
  ['the person may not', { denied: 'You need more permissions' }, 'You need more permissions'],
  [
    'rows are coming',
    { result: { ...result(), state: 'running' as const } },
    'Rows are still loading',
  ],
  [
    'another role read them',
    { settings: { as: { role: 'anon' } } },
    /^These rows were read as anon/u,
  ],
  ['the session is read-only', { settings: { read_only: true } }, /read-only session/u],
  [
    'a transaction is open',
    { run: { ...startRun(1, 0), session: open } },
    /^Commit or roll back the open transaction/u,
  ],
  [
    'a run is held',
    { run: { ...startRun(1, 0), state: 'held' as const } },
    /^Commit or roll back the open transaction/u,
  ],
  ['nothing is traced', { tracer: undefined }, /^No column of this result comes from a table/u],
])('when %s, the text is the same', (_, more, said) => {
  const reason = resultReason({ ...requested, ...more })
  expect(reason ?? '').toMatch(said ?? /^$/u)
})

const full = ['1', 'One', 'x']

test.each<{ by?: OriginRefusal; column: number; row?: (string | null)[]; said: RegExp }>([
  { column: 1, said: /^$/u },
  { column: 0, said: /^PostgreSQL computes id,/u },
  { column: 2, said: /^This value is computed by the query/u },
  { column: 1, row: [null, null, 'x'], said: /^This row has no match in books/u },
  { by: 'view', column: 1, said: /^books is a view/u },
  { by: 'read_twice', column: 1, said: /reads books more than once/u },
  { by: 'key_missing', column: 1, said: /^Select id of books as well/u },
  { by: 'no_key', column: 1, said: /^books has no primary key/u },
  { by: 'child_tables', column: 1, said: /^Other tables inherit from books/u },
  { by: 'protected', column: 1, said: /^books is protected/u },
  { by: 'temporary', column: 1, said: /^books is a temporary table/u },
  { by: 'unseen', column: 1, said: /^The table of this value is not committed/u },
  { by: 'not_a_query', column: 1, said: /rows of a plain SELECT/u },
])('a cell says why it takes no change: $by, column $column, $row', ({ by, column, row, said }) => {
  const tracer = getTracer(result(by ?? null))
  const reason = tracer === undefined ? 'not traced' : cellReason(tracer, row ?? full, column)
  expect(reason ?? '').toMatch(said)
})
