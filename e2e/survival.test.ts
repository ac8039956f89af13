import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { buildPath } from '@basalt/contract/client'
import { databaseImports } from '@basalt/contract/database/imports'
import { databaseQuery } from '@basalt/contract/database/query'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import {
  clientWithCookies,
  freePort,
  type Started,
  startProcess,
  type TemporaryFolder,
  temporaryFolder,
  waitFor,
} from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const password = 'plain-otter-Velvet-41-quarry'
const account = { email: 'survivor@example.test', password }

let data: TemporaryFolder
let port: number
let server: Started
let ref: string
let database: { host: string; port: number; user: string; database: string }

const url = () => `http://127.0.0.1:${port}`

function start(settings: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BASALT_'))
  return startProcess(
    [process.execPath, join(root, 'tools', 'start.mjs')],
    {
      cwd: root,
      env: {
        ...Object.fromEntries(inherited),
        NODE_ENV: 'production',
        BASALT_DATA_DIR: data.path,
        BASALT_PORT: String(port),
        ...settings,
      },
    },
    { ready: /^ready /mu, timeoutMs: 120_000 },
  )
}

async function signedIn() {
  const client = clientWithCookies(url())
  await client.call(signIn.signIn, { body: account })
  return client
}

async function untilHealthy(client: Awaited<ReturnType<typeof signedIn>>, requested = ref) {
  const detail = await waitFor(
    async () => {
      const found = await client.call(projects.detail, { params: { ref: requested } })
      return found.status === 'ACTIVE_HEALTHY' && found.connection !== null ? found : undefined
    },
    { what: 'The project is ACTIVE_HEALTHY', timeoutMs: 30_000 },
  )
  if (detail.connection !== null) database = detail.connection
  return detail
}

/** Queries the project's database like psql: over TCP, without the control plane. */
async function ask<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client({ ...database, password })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const started = () => ask<{ at: string }>('select pg_postmaster_start_time()::text as at')

/** Process ids of the clusters below this test's data directory, from their own files. */
const clusterPid = (path: string) =>
  Number(readFileSync(join(data.path, path, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The data directory of a cluster, in any layout of the engine. */
function findCluster(name: string): string {
  const found = execFileSync('find', [data.path, '-name', 'postmaster.pid', '-path', `*${name}*`])
  const [path = ''] = found.toString().trim().split('\n')
  return path.slice(data.path.length + 1, -'/postmaster.pid'.length)
}

beforeAll(async () => {
  data = await temporaryFolder()
  port = await freePort()
  server = await start()
  const client = clientWithCookies(url())
  await client.call(signIn.signUp, { body: account })
  const { slug } = await client.call(organizations.create, { body: { name: 'Survivors' } })
  const project = await client.call(projects.create, {
    body: { organization_slug: slug, name: 'Shop', db_pass: password, region: 'us-east-2' },
  })
  ref = project.ref
  await untilHealthy(client)
  await ask('create table acknowledged (id int)')
})

afterAll(async () => {
  await server.stop()
  await data.remove()
})

describe('a killed server', () => {
  test('leaves the database running, and the next start adopts it with every acknowledged row', async () => {
    await ask('insert into acknowledged values (1)')
    const [before] = await started()
    await server.stop('SIGKILL')
    await ask('insert into acknowledged values (2)')

    server = await start()
    await untilHealthy(await signedIn())
    expect(await started()).toEqual([before])
    expect(await ask('select count(*)::int as count from acknowledged')).toEqual([{ count: 2 }])
  })

  test('and all its clusters recover at the next start', async () => {
    await ask('insert into acknowledged values (3)')
    const pids = [clusterPid(findCluster(ref)), clusterPid(findCluster('system'))]
    await server.stop('SIGKILL')
    for (const pid of pids) process.kill(pid, 'SIGKILL')

    server = await start()
    const client = await signedIn()
    await untilHealthy(client)
    expect(await ask('select count(*)::int as count from acknowledged')).toEqual([{ count: 3 }])
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({ email: account.email })
  })

  test('while a project is created leaves it INIT_FAILED with the reason, and it can be deleted', async () => {
    const client = await signedIn()
    const [organization] = await client.call(organizations.list, {})
    const half = await client.call(projects.create, {
      body: {
        organization_slug: organization?.slug ?? '',
        name: 'Half',
        db_pass: password,
        region: 'us-east-2',
      },
    })
    await server.stop('SIGKILL')

    server = await start()
    const again = await signedIn()
    const params = { params: { ref: half.ref } }
    const detail = await waitFor(
      async () => {
        const found = await again.call(projects.detail, params)
        return found.status === 'COMING_UP' ? undefined : found
      },
      { what: 'The half-made project has a verdict', timeoutMs: 20_000 },
    )
    expect(detail).toMatchObject({
      status: 'INIT_FAILED',
      status_reason: expect.stringContaining('being created') as string,
    })
    await again.call(projects.remove, params)
    await waitFor(
      async () => {
        const list = await again.call(projects.list, {})
        return list.every((project) => project.ref !== half.ref)
      },
      { what: 'The half-made project is deleted', timeoutMs: 20_000 },
    )
    await untilHealthy(again)
  })
})

test('during the import of a file leaves the table unchanged', async () => {
  await ask('create table shelf (id int primary key); insert into shelf values (1)')
  const client = await signedIn()
  const { connectionString } = await untilHealthy(client)
  const headers = { 'x-connection-encrypted': connectionString ?? '' }
  const person = clientWithCookies(url(), () => headers)
  for (const [name, value] of client.cookies) person.cookies.set(name, value)
  const [shelf] = await ask<{ id: number }>(`select 'shelf'::regclass::oid::int as id`)
  const { id } = await person.call(databaseImports.begin, {
    params: { ref, id: shelf?.id ?? 0 },
    body: {
      source: {
        kind: 'delimited',
        encoding: 'utf-8',
        delimiter: ',',
        quote: '"',
        names_line: null,
        width: 1,
      },
      columns: [{ source: 0, name: 'id', empty: 'null' }],
      all_or_nothing: false,
      expected_rows: 1_000_000,
      on_conflict: 'fail',
    },
  })
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  // The file never ends, so the import is running whenever the server is killed.
  const request = {
    method: 'POST',
    headers: { ...headers, cookie, origin: url(), 'content-type': 'application/octet-stream' },
    body: new ReadableStream({
      start(controller) {
        const numbers = Array.from({ length: 60_000 }, (_, at) => `${at + 2}\n`)
        controller.enqueue(new TextEncoder().encode(numbers.join('')))
      },
    }),
    duplex: 'half',
  }
  const address = `${url()}${buildPath(databaseImports.send, { ref, import: id })}`
  const sending = fetch(address, request).catch((error: unknown) => error)
  const reads = { params: { ref, import: id } }
  await waitFor(async () => (await person.call(databaseImports.read, reads)).inserted > 0, {
    what: 'Rows are written and not committed',
    timeoutMs: 20_000,
  })
  await server.stop('SIGKILL')
  expect(await sending).toBeInstanceOf(Error)
  const busy = `select from pg_stat_activity where query like 'copy%shelf%' or state = 'idle in transaction'`
  await waitFor(async () => (await ask(busy)).length === 0, { what: 'No transaction is open' })
  expect(await ask('select id from shelf')).toEqual([{ id: 1 }])

  server = await start()
  await untilHealthy(await signedIn())
  await ask('insert into shelf values (2)')
  expect(await ask('select count(*)::int as count from shelf')).toEqual([{ count: 2 }])
})

describe('a killed cluster', () => {
  test('restarts by itself with every acknowledged row, and its status follows', async () => {
    const client = await signedIn()
    await ask('insert into acknowledged values (4)')
    const [before] = await started()
    process.kill(clusterPid(findCluster(ref)), 'SIGKILL')
    const after = await waitFor(
      async () => {
        const [row] = await started()
        return row?.at === before?.at ? undefined : row
      },
      { what: 'The cluster runs again', timeoutMs: 30_000 },
    )
    expect(after.at).not.toBe(before?.at)
    await untilHealthy(client)
    expect(await ask('select count(*)::int as count from acknowledged')).toEqual([{ count: 4 }])
  })

  test('of the control plane restarts, and the server answers again', async () => {
    const client = await signedIn()
    process.kill(clusterPid(findCluster('system')), 'SIGKILL')
    const profile = await waitFor(() => client.call(profiles.get, {}), {
      what: 'The server reads its database again',
      timeoutMs: 30_000,
    })
    expect(profile.email).toBe(account.email)
  })
})

describe('a second start', () => {
  test('on the same data directory is refused with the reason', async () => {
    const second = start({ BASALT_PORT: String(await freePort()) })
    await expect(second).rejects.toThrow(/already in use|in use by|another/iu)
    await expect(fetch(`${url()}/api/health`).then((answer) => answer.status)).resolves.toBe(200)
  })

  test('on the same port is refused with the reason', async () => {
    const other = await temporaryFolder()
    const second = start({ BASALT_DATA_DIR: other.path })
    await expect(second).rejects.toThrow(`${port}`)
    await other.remove()
  })
})

test('Ctrl-C stops every cluster, and the next start has all data', async () => {
  const [before] = await started()
  await server.stop('SIGINT')
  await expect(ask('select 1')).rejects.toThrow('ECONNREFUSED')
  server = await start()
  await untilHealthy(await signedIn())
  expect(await started()).not.toEqual([before])
  expect(await ask('select count(*)::int as count from acknowledged')).toEqual([{ count: 4 }])
})

test('a server that is killed while a transaction is held leaves the data unchanged', async () => {
  await ask('create table ledger (id int primary key); insert into ledger values (1), (2)')
  const client = await signedIn()
  const { connectionString } = await untilHealthy(client)
  const headers = { 'x-connection-encrypted': connectionString ?? '' }
  const person = clientWithCookies(url(), () => headers)
  for (const [name, value] of client.cookies) person.cookies.set(name, value)
  let isHeld = false
  const body = { query: 'delete from ledger', hold: 'decide' as const }
  const running = person
    .stream(
      databaseQuery.run,
      { params: { ref }, body },
      { onLine: ({ type }) => (isHeld ||= type === 'held') },
    )
    .catch((error: unknown) => error)
  await waitFor(async () => isHeld, { what: 'The transaction is held' })
  await server.stop('SIGKILL')
  await running

  const [open] = await ask<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where state = 'idle in transaction'",
  )
  expect(open?.count).toBe(0)
  expect(await ask('select count(*)::int as count from ledger')).toEqual([{ count: 2 }])
  server = await start()
  await untilHealthy(await signedIn())
  expect(await ask('select count(*)::int as count from ledger')).toEqual([{ count: 2 }])
})
