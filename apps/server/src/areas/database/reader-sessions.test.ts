import { randomUUID } from 'node:crypto'

import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { listRows } from '../../testing/query-lines.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient

beforeAll(async () => {
  fixtures = await projectFixtures()
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

async function run(client: ConnectedClient, query: string, session: string = randomUUID()) {
  const lines: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref: fixtures.ref }, body: { query, session } },
    { onLine: (line) => lines.push(line) },
  )
  return lines
}

const close = (id: string) =>
  reader.call(databaseSessions.close, { params: { ref: fixtures.ref, id } })

const getSession = (lines: readonly QueryLine[]) => lines.find(({ type }) => type === 'session')

test('a session of a reader has no state after a query, so it uses no connection', async () => {
  expect(getSession(await run(reader, "select lower('A')"))).toMatchObject({ state: { keeps: [] } })
  const id = randomUUID()
  const stored = await run(reader, 'set statement_timeout = 0', id)
  expect(getSession(stored)).toMatchObject({ state: { keeps: ['settings'] } })
  await close(id)
})

test('many sessions of a reader leave the owner a connection', async () => {
  for (let tab = 0; tab < 8; tab += 1) await run(reader, 'select 1')
  expect(listRows(await run(fixtures.owner, 'select 2'))).toEqual([['2']])
})

test('an account whose sessions all have state leaves a connection to the others', async () => {
  const ids = Array.from({ length: 5 }, () => randomUUID())
  for (const id of ids) await run(reader, 'set statement_timeout = 0', id)
  const sixth = run(reader, 'select 6')
  expect(listRows(await run(fixtures.owner, 'select 3'))).toEqual([['3']])
  for (const id of ids) await close(id)
  expect(listRows(await sixth)).toEqual([['6']])
})
