import { randomUUID } from 'node:crypto'

import { databaseMigrations } from '@basalt/contract/database/migrations'
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import { homeBlocks } from '@basalt/contract/project/home-blocks'
import { snippets } from '@basalt/contract/project/snippets'
import type { InputOf } from '@basalt/contract/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ofType, listRows } from '../../testing/query-lines.ts'
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

type Body = InputOf<typeof databaseQuery.run>['body']

async function run(query: string, more: Partial<Body> = {}): Promise<QueryLine[]> {
  const lines: QueryLine[] = []
  const onLine = (line: QueryLine) => void lines.push(line)
  await client.stream(databaseQuery.run, { params: { ref }, body: { query, ...more } }, { onLine })
  return lines
}

/** A literal that ends at its third quote, and a second statement after it. */
const escaped = "select 'it\\'s; fine'; select 'next'"
const whenEscaped = [["it's; fine"], ['next']]
/** With PostgreSQL's default the literal ends after the backslash. */
const plain = "select 'C:\\'; select 'next'"
const whenPlain = [['C:\\'], ['next']]

const close = (id: string) => client.call(databaseSessions.close, { params: { ref, id } })

/** Closes the pooled connections, its own last, so that the next run has a new one. */
const endConnections = () =>
  run(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where pid <> pg_backend_pid() and usename = session_user;
    select pg_terminate_backend(pg_backend_pid())`)

describe('a script is split as its session reads literals', () => {
  test('when an earlier run of the session has set that', async () => {
    const session = randomUUID()
    expect(listRows(await run(plain, { session }))).toEqual(whenPlain)
    await run("select set_config('standard_conforming_strings', 'off', false)", { session })
    expect(listRows(await run(escaped, { session }))).toEqual(whenEscaped)
    // Another session of the same person is not concerned.
    expect(listRows(await run(plain))).toEqual(whenPlain)
    await run('reset all', { session })
    expect(listRows(await run(plain, { session }))).toEqual(whenPlain)
    await close(session)
  })

  test('when a limit is appended', async () => {
    const session = randomUUID()
    await run('set standard_conforming_strings = off', { session })
    const lines = await run("select 'a\\';' from generate_series(1, 9) -- end", {
      session,
      limit: 2,
    })
    expect(listRows(lines)).toEqual([["a';"], ["a';"]])
    await close(session)
  })

  test('and its effects are warned of', async () => {
    const session = randomUUID()
    await run('create table notes (note text); set standard_conforming_strings = off', { session })
    const lines = await run("update notes set note = 'it\\'s'", { session, confirmed: [] })
    const [requested] = ofType(lines, 'ask')
    expect(requested?.warnings).toMatchObject([{ code: 'update_without_where' }])
    await close(session)
  })
})

describe('a script that changes how literals are read', () => {
  test.each([
    ['by its text', 'set standard_conforming_strings = off'],
    ['by a function', "select set_config('standard_conforming_strings', 'off', false)::void"],
    [
      'by a block',
      "do $$ begin perform set_config('standard_conforming_strings', 'off', false); end $$",
    ],
  ])('%s is split accordingly from there on', async (_, change) => {
    const lines = await run(`${plain}; ${change}; ${escaped}`)
    expect(listRows(lines).filter(([value]) => value !== '')).toEqual([
      ...whenPlain,
      ...whenEscaped,
    ])
    expect(ofType(lines, 'error')).toEqual([])
  })

  test('and reverts that is split as before', async () => {
    const script = `begin; set standard_conforming_strings = off; ${escaped}; rollback; ${plain}`
    const lines = await run(script)
    expect(listRows(lines)).toEqual([...whenEscaped, ...whenPlain])
    const last = ofType(lines, 'statement').at(-1)
    expect(script.slice(last?.start, last?.end)).toBe("select 'next'")
    expect(last).toMatchObject({ statement: 6, of: 7 })
  })

  test('runs no unconfirmed statement of the rest', async () => {
    await run('create table kept (note text); insert into kept values (1)')
    // In the sent text the second statement is a literal, which hides a delete.
    const change = "select set_config('standard_conforming_strings', 'off', false)"
    const lines = await run(`${change}; select '\\'' ; delete from kept; -- '`, { confirmed: [] })
    expect(ofType(lines, 'error')[0]).toMatchObject({ statement: 1 })
    expect(ofType(lines, 'error')[0]?.message).toMatch(/run it on its own/iu)
    expect(listRows(await run('select count(*) from kept'))).toEqual([['1']])
  })
})

describe('a setting for later sessions', () => {
  test('of the database is followed', async () => {
    await run('alter database postgres set standard_conforming_strings = off')
    await endConnections()
    const lines = await run(escaped)
    await run('alter database postgres reset standard_conforming_strings')
    await endConnections()
    expect(listRows(lines)).toEqual(whenEscaped)
    expect(listRows(await run(plain))).toEqual(whenPlain)
  })

  test('is followed by pinned results of the home', async () => {
    await run('alter database postgres set standard_conforming_strings = off')
    const id = randomUUID()
    const sql = "select 'it\\'s; fine' as said"
    const params = { ref }
    const snippet = { id: randomUUID(), name: 'Said', sql, visibility: 'project' as const }
    await client.call(snippets.create, { params, body: snippet })
    const body = { id, snippet_id: snippet.id, title: 'Said', look: { kind: 'table' as const } }
    await client.call(homeBlocks.create, {
      params,
      body: { ...body, refreshed: 'hour' as const, values: [] },
    })
    await client.call(homeBlocks.refresh, { params: { ref, id } })
    const { rows } = await client.call(homeBlocks.rows, { params: { ref, id } })
    await run('alter database postgres reset standard_conforming_strings')
    expect(rows).toEqual([["it's; fine"]])
  })

  test('is followed by migrations, which are stored statement by statement', async () => {
    const record = async (version: string, sql: string) => {
      const body = { version, name: 'paths', sql }
      return (await client.call(databaseMigrations.record, { params: { ref }, body })).statements
    }
    expect(await record('20260101000000', plain)).toHaveLength(2)
    await run('alter database postgres set standard_conforming_strings = off')
    await endConnections()
    expect(await record('20260101000001', escaped)).toHaveLength(2)
    await run('alter database postgres reset standard_conforming_strings')
  })
})
