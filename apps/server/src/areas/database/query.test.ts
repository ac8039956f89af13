import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ofType } from '../../testing/query-lines.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
})
afterAll(() => install.close())

async function run(query: string, signal?: AbortSignal, onLine?: (line: QueryLine) => void) {
  const lines: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    {
      ...(signal !== undefined && { signal }),
      onLine: (line) => {
        lines.push(line)
        onLine?.(line)
      },
    },
  )
  return lines
}

describe('a run', () => {
  test('returns fields, rows and command of each statement', async () => {
    const lines = await run(
      "select 1 as one, null as none; create table runs (id int); select 'a;b' as text",
    )
    expect(ofType(lines, 'fields').map(({ fields }) => fields)).toEqual([
      [
        { name: 'one', type: 'integer' },
        { name: 'none', type: 'text' },
      ],
      [{ name: 'text', type: 'text' }],
    ])
    expect(ofType(lines, 'rows').map(({ rows }) => rows)).toEqual([[['1', null]], [['a;b']]])
    expect(ofType(lines, 'complete').map(({ command, row_count }) => [command, row_count])).toEqual(
      [
        ['SELECT', 1],
        ['CREATE TABLE', null],
        ['SELECT', 1],
      ],
    )
    expect(lines.at(-1)).toEqual({ type: 'end' })
  })

  test('stops at the failing statement and keeps the effects before it', async () => {
    const query =
      "create table kept (id int);\nselect '💧' as drop, nope from kept;\ncreate table never (id int)"
    const lines = await run(query)
    const [error] = ofType(lines, 'error')
    expect(error).toMatchObject({ statement: 1, cancelled: false, sql: { sqlstate: '42703' } })
    expect(query.slice((error?.sql?.position ?? 0) - 1)).toMatch(/^nope/u)
    const check = await run("select to_regclass('kept'), to_regclass('never')")
    expect(ofType(check, 'rows')[0]?.rows).toEqual([['kept', null]])
  })

  test('uses one connection, so a transaction spans its statements', async () => {
    await run('create table moved (id int)')
    await run('begin; insert into moved values (1); rollback')
    const lines = await run('select count(*) from moved')
    expect(ofType(lines, 'rows')[0]?.rows).toEqual([['0']])
  })

  test('leaves no open transaction and no changed setting for the next run', async () => {
    const left = await run(
      'create table leaked (id int); begin; insert into leaked values (1); set search_path to nowhere',
    )
    expect(ofType(left, 'notice')).toMatchObject([
      { severity: 'WARNING', message: expect.stringContaining('rolled back') as string },
    ])
    const lines = await run('select count(*) from leaked')
    expect(ofType(lines, 'rows')[0]?.rows).toEqual([['0']])
  })

  test('passes notices on', async () => {
    const lines = await run("do $$ begin raise notice 'hello %', 1; end $$")
    expect(ofType(lines, 'notice')).toMatchObject([{ severity: 'NOTICE', message: 'hello 1' }])
  })

  test('reports that rows copied to the client are not shown', async () => {
    const lines = await run('copy (select 1) to stdout')
    expect(ofType(lines, 'notice')[0]?.message).toContain('not shown')
  })

  test('shows the alternative to a command of psql', async () => {
    const [error] = ofType(await run(String.raw`\d`), 'error')
    expect(error?.sql?.hint).toContain('from pg_class')
  })

  test('warns of a number that becomes a text, and not of the reverse', async () => {
    await run('create table shelves (label varchar(9), height int)')
    const requested = async (query: string) => {
      const lines: QueryLine[] = []
      const body = { query, confirmed: [] }
      const input = { params: { ref }, body }
      await client.stream(databaseQuery.run, input, { onLine: (line) => lines.push(line) })
      return ofType(lines, 'ask').flatMap(({ warnings }) => warnings)
    }
    expect(await requested('alter table shelves alter height type text')).toMatchObject([
      { code: 'rewrites_table', subject: 'shelves', size: { bytes: expect.any(Number) } },
    ])
    expect(await requested('alter table shelves alter label type text')).toEqual([])
  })

  test('sends a hundred thousand rows in order, without buffering them', async () => {
    const lines = await run('select i from generate_series(1, 100000) i')
    const rows = ofType(lines, 'rows')
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.flatMap((line) => line.rows).map(([value]) => Number(value))).toEqual(
      Array.from({ length: 100_000 }, (_, index) => index + 1),
    )
  })
})

test('aborting the request cancels the statement in the database', async () => {
  const controller = new AbortController()
  const running = run('select pg_sleep(600) as sleeper', controller.signal).catch(
    (error: unknown) => error,
  )
  const sleepers = async () => {
    const lines = await run(
      "select count(*) from pg_stat_activity where state = 'active' and query like '%as sleeper%' and pid <> pg_backend_pid()",
    )
    return ofType(lines, 'rows')[0]?.rows[0]?.[0]
  }
  await waitFor(async () => (await sleepers()) === '1', { what: 'The query runs' })
  controller.abort()
  await running
  const ended = waitFor(async () => (await sleepers()) === '0', {
    what: 'The query has ended',
  })
  await expect(ended).resolves.toBe(true)
})
