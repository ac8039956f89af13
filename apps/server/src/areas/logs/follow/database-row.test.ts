import type { DatabaseLogEntry } from '@basalt/engine'
import { expect, test } from 'vitest'

import { toDatabaseRow } from './database-row.ts'

const ref = 'abcdefghijklmnopqrst'
const entry = (change: Partial<DatabaseLogEntry> = {}): DatabaseLogEntry => ({
  timestamp: '2026-11-28 12:00:00.123 UTC',
  error_severity: 'LOG',
  message: 'ready',
  isOwn: false,
  cutCharacters: 0,
  ...change,
})
const row = (change: Partial<DatabaseLogEntry>) => toDatabaseRow(ref, entry(change))
const details = (change: Partial<DatabaseLogEntry>) => row(change).metadata['details']

test('an entry becomes a row with the fields of its source', () => {
  const failure = row({
    error_severity: 'ERROR',
    message: 'relation "shop" does not exist',
    statement: 'select * from shop',
    pid: 42,
    user: 'ada',
    dbname: 'postgres',
    remote_host: '10.0.0.1',
    remote_port: 5000,
    session_id: '65f.1',
    line_num: 3,
    ps: 'SELECT',
    session_start: '2026-11-28 11:59:00 UTC',
    vxid: '3/4',
    txid: 0,
    state_code: '42P01',
    application_name: 'psql',
    backend_type: 'client backend',
    query_id: '-1234567890123456789',
  })
  expect(failure).toEqual({
    ref,
    source: 'postgres_logs',
    at: Date.UTC(2026, 10, 28, 12, 0, 0, 123),
    level: 'error',
    message: 'relation "shop" does not exist',
    durationMs: null,
    user: 'ada',
    database: 'postgres',
    code: '42P01',
    request_id: null,
    isOwn: false,
    metadata: {
      host: `db-${ref}`,
      parsed: {
        backend_type: 'client backend',
        command_tag: 'SELECT',
        connection_from: '10.0.0.1:5000',
        database_name: 'postgres',
        error_severity: 'ERROR',
        process_id: 42,
        query_id: '-1234567890123456789',
        session_id: '65f.1',
        session_line_num: 3,
        session_start_time: '2026-11-28 11:59:00 UTC',
        sql_state_code: '42P01',
        timestamp: '2026-11-28 12:00:00.123 UTC',
        transaction_id: 0,
        user_name: 'ada',
        virtual_transaction_id: '3/4',
      },
      details: { application_name: 'psql', statement: 'select * from shop' },
    },
  })
})

test.each([
  ['DEBUG1', 'debug'],
  ['LOG', 'info'],
  ['WARNING', 'warning'],
  ['ERROR', 'error'],
  ['FATAL', 'fatal'],
  ['PANIC', 'fatal'],
])('the severity %s is the level %s', (severity, level) => {
  expect(row({ error_severity: severity }).level).toBe(level)
})

const plan = (more: object, query = 'select * from t where a = 1') =>
  `duration: 1234.500 ms  plan:\n${JSON.stringify({ 'Query Text': query, ...more })}`

test('the plan of a slow statement is kept, with all digits of its id', () => {
  const message = plan({ Plan: { 'Node Type': 'Seq Scan' } }).replace(
    /\}$/u,
    ',"Query Identifier": -1234567890123456789}',
  )
  expect(row({ message })).toMatchObject({
    durationMs: 1234.5,
    message: 'duration: 1234.500 ms  plan:\nQuery Text: select * from t where a = 1',
    metadata: {
      details: {
        plan: {
          Plan: { 'Node Type': 'Seq Scan' },
          'Query Identifier': '-1234567890123456789',
        },
      },
    },
  })
})

const secret = 's3cr3t-7Qx'

test.each<[string, Partial<DatabaseLogEntry>]>([
  ['a failed statement', { statement: `alter role a password '${secret}'` }],
  ['a slow one', { message: `duration: 1.0 ms  statement: alter role a password '${secret}'` }],
  [
    'a prepared one',
    { message: `duration: 1.0 ms  execute s1/C_2: alter role a password '${secret}'` },
  ],
  [
    'one with a misleading name',
    { message: `duration: 1.0 ms  execute x: select : alter role a password '${secret}'` },
  ],
  ['parameters of a plan', { message: plan({ 'Query Parameters': `$1 = '${secret}'` }) }],
  [
    'a condition of a plan',
    { message: plan({ Plan: { Filter: `(a = '${secret}')` } }, `explain analyze select 1`) },
  ],
  ['a plan that was cut', { message: plan({ a: `'${secret}'` }).slice(0, -1) }],
  [
    'a message that repeats a literal',
    { statement: `alter system set a.b = '${secret}'`, message: `invalid value: "${secret}"` },
  ],
  [
    'a syntax error within a literal',
    {
      statement: `alter role a password 'x'${secret}'`,
      message: `syntax error at or near "${secret}"`,
    },
  ],
  ['a quote without an end', { message: `unterminated quoted string at or near "'${secret}"` }],
  ['a setting', { message: `parameter "primary_conninfo" changed to "${secret}"` }],
  [
    'the context of a block',
    {
      context: `SQL statement "alter role "o'b" password '${secret}'"\nPL/pgSQL function inline_code_block line 1 at EXECUTE`,
      internal_query: `alter role "o'b" password '${secret}'`,
    },
  ],
  [
    'parameters of a failed statement',
    { context: `unnamed portal with parameters: $1 = '${secret}'` },
  ],
  ['a deadlock', { detail: `Process 7: alter role a password '${secret}'` }],
  ['EXECUTE', { detail: `prepare: prepare p as select '${secret}'` }],
  ['a hint', { hint: `Use postgres://a:${secret}@h` }],
  ['the name of an application', { application_name: `password=${secret}` }],
])('a secret in %s is removed', (_, change) => {
  expect(JSON.stringify(row(change))).not.toContain(secret)
})

test('texts without secrets are unchanged', () => {
  const texts = {
    statement: `select * from t where name = 'Ada'`,
    detail: 'Key (name)=(Ada) already exists.',
    hint: 'Perhaps you meant to reference the column "t.name".',
  }
  expect(details({ ...texts, context: 'PL/pgSQL function f() line 3 at RAISE' })).toEqual({
    ...texts,
    context: 'PL/pgSQL function f() line 3 at RAISE',
  })
  const message = 'syntax error at or near "tabel"'
  expect(row({ message, statement: 'create tabel t ()' }).message).toBe(message)
})

test('the request that caused a statement is named, in a failure and in a slow statement', () => {
  const statement = '/* request_id=request-7 */ select 1'
  expect(row({ error_severity: 'ERROR', message: 'cancelled', statement }).request_id).toBe(
    'request-7',
  )
  expect(row({ message: `duration: 1200.5 ms  statement: ${statement}` }).request_id).toBe(
    'request-7',
  )
})

test('messages of the server name files of the host without their folders', () => {
  const message = 'configuration file "/srv/basalt/data/postgresql.auto.conf" contains errors'
  expect(row({ message }).message).toBe('configuration file "postgresql.auto.conf" contains errors')
  expect(row({ message: 'listening on Unix socket "/tmp/x/.s.PGSQL.5432"' }).message).toBe(
    'listening on Unix socket ".s.PGSQL.5432"',
  )
  expect(row({ message: 'no file "/a/b"', user: 'ada' }).message).toBe('no file "/a/b"')
})
