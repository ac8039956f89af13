import type { ProjectEngine } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { dataDirectory, type TemporaryFolder } from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { setReadOnlyLogins } from './read-only.ts'

const ownerPassword = 'plain-otter-Velvet-41-quarry'

let folder: TemporaryFolder
let engine: ProjectEngine

beforeAll(async () => {
  folder = await dataDirectory()
  engine = embeddedEngine({ dataDir: folder.path, secretFor: (label) => `secret-${label}` })
  await engine.create('shop', { ownerPassword })
})
afterAll(async () => {
  await engine.shutdown()
  await engine.disconnect()
  await folder.remove()
})

/** Connects as psql would; the listener is for connections that the server ends. */
async function login(): Promise<Client> {
  const { host, port, user, database } = await engine.connection('shop')
  const client = new Client({ host, port, user, database, password: ownerPassword })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test('logins start read-only until they are released, and open connections are closed', async () => {
  const db = await engine.open('shop', 'owner')
  const before = await login()
  await before.query('create table notes (id int)')

  await setReadOnlyLogins(db, true)
  await setReadOnlyLogins(db, true)
  await expect(before.query('insert into notes values (1)')).rejects.toThrow(
    /terminat|not queryable/iu,
  )
  const held = await login()
  await expect(held.query('insert into notes values (1)')).rejects.toMatchObject({ code: '25006' })
  expect((await held.query('select * from notes')).rowCount).toBe(0)

  await setReadOnlyLogins(db, false)
  await setReadOnlyLogins(db, false)
  await expect(held.query('select 1')).rejects.toThrow(/terminat|not queryable/iu)
  const after = await login()
  expect((await after.query('insert into notes values (1)')).rowCount).toBe(1)
  await after.end()
})

test("the dashboard's login can write all the time, also on a new connection", async () => {
  const db = await engine.open('shop', 'owner')
  await db.text('create table if not exists kept (id int)')
  await setReadOnlyLogins(db, true)
  await engine.disconnect()
  const again = await engine.open('shop', 'owner')
  const { rowCount } = await again.text('insert into kept values (1)')
  expect(rowCount).toBe(1)
  const [owner] = await again.query<{ name: string }>('select current_user as name')
  expect(owner?.name).toBe('postgres')
  await setReadOnlyLogins(again, false)
  const settings = await again.query('select from pg_db_role_setting where setdatabase <> 0')
  expect(settings).toEqual([])
})
