import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { integrations } from '@basalt/contract/integrations/integrations'
import { vault } from '@basalt/contract/vault/vault'
import { type ForeignTarget, wrappers as routes } from '@basalt/contract/wrappers/wrappers'
import type { ProjectDatabase } from '@basalt/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPlanted } from '../../testing/planted-text.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { type ConnectedClient, createProject, signUpOwner } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let owner: ConnectedClient
let db: ProjectDatabase
let remote: ProjectDatabase
let ref: string
let other: string
const password = randomBytes(16).toString('hex')

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner, ref } = fixtures)
  other = (await createProject(owner, fixtures.organization.slug)).ref
  const { engine } = fixtures.install
  db = await engine.open(ref, 'owner')
  remote = await engine.open(other, 'owner')
  await remote.query('create table stock (id int primary key, name text)')
  await remote.query(`insert into stock values (1, 'basalt')`)
  await remote.query(`create role reader login password '${password}'`)
  await remote.query(`create role nobody login password '${password}'`)
  await remote.query('grant select on stock to reader')
  await owner.call(integrations.install, { params: { ref, id: 'vault' }, body: {} })
  await owner.call(vault.create, {
    params: { ref },
    body: { name: 'warehouse', secret: password },
  })
})
afterAll(() => fixtures.close())

const connection = (
  change: Partial<{ target: ForeignTarget; username: string; database: string }> = {},
) => ({
  target: { type: 'project', ref: other } as ForeignTarget,
  database: 'postgres',
  username: 'reader',
  password_secret: 'warehouse',
  ...change,
})
const create = (name: string, body = connection(), as = owner) =>
  as.call(routes.create, { params: { ref }, body: { name, ...body } })
const tryOut = (change: Parameters<typeof connection>[0]) =>
  owner.call(routes.test, { params: { ref }, body: connection(change) })
const toServer = (host: string, port = 5432): { target: ForeignTarget } => ({
  target: { type: 'server', host, port, tls: 'encrypted' },
})

test('a foreign table of a second project is queried, and the password is nowhere to be read', async () => {
  const { id } = await create('warehouse')
  const at = { params: { ref, id } }
  expect(await owner.call(routes.tables, at)).toEqual([{ schema: 'public', name: 'stock' }])
  await owner.call(routes.importTables, {
    ...at,
    body: { remote_schema: 'public', local_schema: 'warehouse', tables: ['stock'] },
  })
  expect(await db.query('select * from warehouse.stock')).toEqual([{ id: 1, name: 'basalt' }])
  const listed = await owner.call(routes.list, { params: { ref } })
  expect(listed).toMatchObject({
    is_supported: true,
    servers: [{ name: 'warehouse', tables: 1, is_missing: false, password_secret: 'warehouse' }],
    projects: [{ ref: other }],
  })
  expect(await findPlanted(fixtures.install, ref, [password])).toEqual([])
  await expect(create('warehouse')).rejects.toMatchObject({
    fields: { name: 'Another server has this name' },
  })
})

test('a changed password is used after a refresh, and a lost server is made again', async () => {
  const [server] = (await owner.call(routes.list, { params: { ref } })).servers
  const id = server?.id ?? ''
  const refresh = () => owner.call(routes.refresh, { params: { ref, id }, body: {} })
  await remote.query(`alter role reader password 'changed'`)
  const [secret] = (await owner.call(vault.list, { params: { ref } })).secrets
  await owner.call(vault.update, {
    params: { ref, id: secret?.id ?? '' },
    body: { name: 'warehouse', description: '', secret: 'changed' },
  })
  await refresh()
  const count = () => db.query('select count(*)::int from warehouse.stock')
  expect(await count()).toEqual([{ count: 1 }])
  const [extension] = await db.query<{ extname: string }>(
    `select extname from pg_extension where extname like 'basalt_server_%'`,
  )
  await db.query(`drop extension ${extension?.extname} cascade`)
  const [lost] = (await owner.call(routes.list, { params: { ref } })).servers
  expect(lost).toMatchObject({ is_missing: true, tables: 0 })
  await refresh()
  const [found] = (await owner.call(routes.list, { params: { ref } })).servers
  expect(found).toMatchObject({ is_missing: false })
  await owner.call(routes.remove, { params: { ref, id } })
  expect((await owner.call(routes.list, { params: { ref } })).servers).toEqual([])
  expect(await db.query('select from pg_foreign_server')).toEqual([])
  await owner.call(vault.update, {
    params: { ref, id: secret?.id ?? '' },
    body: { name: 'warehouse', description: '', secret: password },
  })
  await remote.query(`alter role reader password '${password}'`)
})

describe('a test of a connection', () => {
  test('names the step that fails', async () => {
    expect(await tryOut({})).toEqual({ failed: null, message: null, tables: 1 })
    expect(await tryOut({ username: 'reader2' })).toMatchObject({ failed: 'login' })
    expect(await tryOut({ database: 'absent' })).toMatchObject({ failed: 'login' })
    expect(await tryOut({ username: 'nobody' })).toMatchObject({ failed: 'privilege' })
    expect(await tryOut(toServer('nowhere.invalid'))).toMatchObject({ failed: 'name' })
  })
})

describe('a server', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    '[::1]',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'localhost',
    '/tmp',
  ])('at %j gets no connection', async (host) => {
    const connections: unknown[] = []
    const listener = createServer((socket) => void connections.push(socket.destroy()))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const creating = create('closed', connection(toServer(host, port)))
    await expect(creating).rejects.toMatchObject({ code: 400 })
    expect(await tryOut(toServer(host, port))).toMatchObject({ failed: 'name' })
    expect(connections).toEqual([])
    listener.close()
    expect(await db.query(`select from pg_foreign_server where srvname = 'closed'`)).toEqual([])
  })

  test('of a project of others is refused, and so is a reader', async () => {
    const { client, organization } = await signUpOwner(fixtures.install)
    const foreign = await createProject(client, organization.slug)
    const target: ForeignTarget = { type: 'project', ref: foreign.ref }
    await expect(create('foreign', connection({ target }))).rejects.toMatchObject({ code: 400 })
    const reader = (await fixtures.member('Read-only')).client
    await expect(create('mine', connection(), reader)).rejects.toMatchObject({ code: 403 })
  })
})
