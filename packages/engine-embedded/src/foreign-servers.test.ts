import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { openDatabase, type OpenDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { engineWithProject } from './testing/engine-directory.ts'

let running: Awaited<ReturnType<typeof engineWithProject>>
let owner: OpenDatabase
let extension: string

const other = 'warehouse'
const password = `it's a \\ "password"`

const target = async (user = 'postgres', secret = password) => {
  const { host, port } = await running.engine.connection(other)
  return {
    name: 'warehouse',
    options: { hostaddr: host, host, port: String(port), dbname: 'postgres', sslmode: 'prefer' },
    user,
    password: secret,
  }
}

beforeAll(async () => {
  running = await engineWithProject()
  const { engine, ref } = running
  owner = openDatabase({
    ...(await engine.connection(ref)),
    password: running.ownerPassword,
  })
  await engine.create(other, { ownerPassword: password })
  const remote = await engine.open(other, 'owner')
  await remote.query('create table stock (id int primary key, name text)')
  await remote.query(`insert into stock values (1, 'basalt')`)
  extension = await engine.changeForeignServer(ref, { action: 'create', server: await target() })
}, 120_000)
afterAll(async () => {
  await owner.close()
  await running.dispose()
})

test('the owner queries tables of a server that the engine created', async () => {
  await owner.query('import foreign schema public from server warehouse into public')
  expect(await owner.query('select * from stock')).toEqual([{ id: 1, name: 'basalt' }])
})

test('the owner neither creates nor changes servers, and cannot read the password', async () => {
  for (const statement of [
    'create server mine foreign data wrapper postgres_fdw',
    `alter server warehouse options (set port '5432')`,
    `alter server warehouse owner to postgres`,
    `alter user mapping for public server warehouse options (set user 'x')`,
    `create foreign data wrapper mine validator postgres_fdw_validator`,
    'select umoptions from pg_user_mapping',
    `alter extension ${extension} drop server warehouse`,
  ]) {
    await expect(owner.query(statement)).rejects.toMatchObject({ sql: { sqlstate: '42501' } })
  }
  expect(await owner.query('select umoptions from pg_user_mappings')).toEqual([{ umoptions: null }])
})

test('an altered server uses the new login, and a dropped one takes its tables along', async () => {
  const { engine, ref } = running
  const alter = async (secret: string) =>
    engine.changeForeignServer(ref, {
      action: 'alter',
      extension,
      server: await target('postgres', secret),
    })
  await alter('wrong')
  await expect(owner.query('select * from stock')).rejects.toThrow('could not connect')
  await alter(password)
  expect(await owner.query('select count(*)::int from stock')).toEqual([{ count: 1 }])
  await engine.changeForeignServer(ref, { action: 'drop', extension })
  expect(await owner.query(`select to_regclass('stock') as found`)).toEqual([{ found: null }])
})

test('no file of a server remains, and another project cannot create its extension', async () => {
  const files = await readdir(join(running.dataDir, 'extensions', 'extension'))
  expect(files.filter((name) => name.startsWith('basalt_server_'))).toEqual([])
  const remote = await running.engine.open(other, 'owner')
  await expect(remote.query(`create extension ${extension}`)).rejects.toThrow('not available')
})

test('the owner removes the extension with the servers that need it', async () => {
  const { engine, ref } = running
  await engine.changeForeignServer(ref, { action: 'create', server: await target() })
  await owner.query('drop extension postgres_fdw cascade')
  expect(await owner.query('select from pg_foreign_server')).toEqual([])
})
