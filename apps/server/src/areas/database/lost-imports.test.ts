import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { databaseImports, type ImportState } from '@basalt/contract/database/imports'
import type { ApiError } from '@basalt/contract/errors'
import { type DatabaseSession, EngineError } from '@basalt/engine'
import { clientWithCookies } from '@basalt/testkit'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { createInstall, type RunningInstall } from '../../install.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { strongPassword } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let next: RunningInstall
let url: string

beforeAll(async () => {
  fixtures = await projectFixtures()
  // A process without any state of the one before, as after a kill.
  next = createInstall(fixtures.install.parts)
  const { port } = await next.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await next.close()
  await fixtures.close()
})

beforeEach(() =>
  fixtures.run(
    'drop table if exists keyed, loose, made',
    'create table keyed (id int primary key)',
    'create table loose (id int)',
  ),
)

const listRows = async (query: string) =>
  (await (await fixtures.install.engine.open(fixtures.ref, 'owner')).text(query)).rows

const request = {
  source: {
    kind: 'delimited',
    encoding: 'utf-8',
    delimiter: ',',
    quote: '"',
    names_line: null,
    width: 1,
  },
  columns: [{ name: 'id', source: 0, empty: 'null' }],
  all_or_nothing: false,
  expected_rows: 2,
} as const

async function begin(name: string): Promise<ImportState> {
  const { owner, ref } = fixtures
  const body = { ...request, columns: [...request.columns] }
  if (name !== 'made') {
    const id = Number((await listRows(`select '${name}'::regclass::int8`))[0]?.[0])
    return owner.call(databaseImports.begin, {
      params: { ref, id },
      body: { ...body, on_conflict: 'fail' },
    })
  }
  const columns = [{ name: 'id', data_type: 'bigint' as const, is_nullable: false }]
  const table = { schema: 'public', name, columns, primary_key: [], rls_enabled: true }
  return owner.call(databaseImports.beginNew, { params: { ref }, body: { ...body, table } })
}

const send = ({ id }: ImportState, text: string) =>
  fixtures.owner.call(databaseImports.send, {
    params: { ref: fixtures.ref, import: id },
    file: new Blob([text]),
  })

/** A user at the next process. */
async function later(email: string) {
  const connection = fixtures.owner.connections.get(fixtures.ref) ?? ''
  const client = clientWithCookies(url, ({ path }) =>
    path.startsWith('/platform/pg-meta/') ? { 'x-connection-encrypted': connection } : {},
  )
  await client.call(signIn.signIn, { body: { email, password: strongPassword } })
  return ({ id }: ImportState) =>
    client.call(databaseImports.read, { params: { ref: fixtures.ref, import: id } })
}

const owner = async () => (await fixtures.owner.call(profiles.get, {})).primary_email

test.for(['keyed', 'loose', 'made'])(
  'a committed import into %s is known as done to a server that started later',
  async (name) => {
    const read = await later(await owner())
    const one = await begin(name)
    await expect(read(one)).rejects.toMatchObject({ kind: 'not_found' })
    const done = await send(one, '1\n2\n')
    expect(await read(one)).toMatchObject({
      id: one.id,
      table: done.table,
      status: 'done',
      inserted: 2,
      updated: 0,
      history_id: done.history_id,
    })
    // A file that is sent again is not imported twice.
    await expect(send(one, '1\n2\n')).rejects.toMatchObject({ kind: 'conflict' })
    expect(await listRows(`select count(*) from ${name}`)).toEqual([['2']])
  },
)

/** Answers the commit with a lost connection, whether it arrives or is rolled back. */
function losingCommit(session: DatabaseSession, arrives: boolean): DatabaseSession {
  const text = session.text.bind(session)
  session.text = async (...args) => {
    if (args[0] !== 'commit') return text(...args)
    await text(arrives ? 'commit' : 'rollback')
    throw new EngineError('unreachable', 'Offline')
  }
  return session
}

test.for<[string, boolean]>([
  ['had come to the database', true],
  ['never came there', false],
])('where the connection is lost, the history tells whether a commit %s', async ([, arrives]) => {
  const { engine } = fixtures.install
  const open = engine.open.bind(engine)
  const losing = new WeakSet<object>()
  // The engine hands a database to each member, so the session is taken from whichever it opens.
  vi.spyOn(engine, 'open').mockImplementation(async (...place) => {
    const db = await open(...place)
    if (losing.has(db)) return db
    losing.add(db)
    const session = db.session.bind(db)
    vi.spyOn(db, 'session').mockImplementation(async () => losingCommit(await session(), arrives))
    return db
  })
  const one = await begin('loose')
  await expect(send(one, '1\n')).rejects.toMatchObject({ kind: 'database_unreachable' })
  vi.restoreAllMocks()
  const params = { ref: fixtures.ref, import: one.id }
  const read = fixtures.owner.call(databaseImports.read, { params })
  const reported = await read.then(
    ({ status }) => status,
    ({ kind }: ApiError) => kind,
  )
  expect(reported).toBe(arrives ? 'done' : 'not_found')
  expect(await listRows('select count(*) from loose')).toEqual([[arrives ? '1' : '0']])
})

test('failed, cancelled and unknown imports are not', async () => {
  const read = await later(await owner())
  const failed = await begin('keyed')
  await fixtures.run('drop table keyed')
  expect((await send(failed, '1\n')).status).toBe('failed')
  const cancelled = await begin('loose')
  const params = { ref: fixtures.ref, import: cancelled.id }
  await fixtures.owner.call(databaseImports.cancel, { params })
  await expect(send(cancelled, '1\n')).rejects.toMatchObject({ kind: 'conflict' })
  for (const one of [failed, cancelled, { ...failed, id: 'none' }]) {
    await expect(read(one)).rejects.toMatchObject({ kind: 'not_found' })
  }
  expect(await listRows('select count(*) from loose')).toEqual([['0']])
})

test('other users do not see it, also when its rows are not recorded for undo', async () => {
  const one = await begin('loose')
  await send(one, '1\n')
  const { email } = await fixtures.member('Developer')
  const readTheirs = await later(email)
  await expect(readTheirs(one)).rejects.toMatchObject({ kind: 'not_found' })
  await fixtures.run(`update basalt.changes set is_kept = false where id = '${one.id}'`)
  const read = await later(await owner())
  expect(await read(one)).toMatchObject({ status: 'done', inserted: 1, history_id: null })
})
