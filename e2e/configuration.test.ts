import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { utility } from '@basalt/contract/utility'
import { embeddedEngine } from '@basalt/engine-embedded'
import {
  clientWithCookies,
  freePort,
  startProcess,
  type TemporaryFolder,
  temporaryFolder,
  waitFor,
} from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBuiltInstall } from './built-install.ts'

const password = 'plain-otter-Velvet-41-quarry'
const elsewhere = 'elsewhere'

let folder: TemporaryFolder
let engine: ReturnType<typeof embeddedEngine>
let url: string

/** A PostgreSQL that the install does not manage. */
beforeAll(async () => {
  folder = await temporaryFolder()
  engine = embeddedEngine({ dataDir: folder.path, secretFor: (label: string) => `secret-${label}` })
  await engine.create(elsewhere, { ownerPassword: password })
  const { host, port, user, database } = await engine.connection(elsewhere)
  url = `postgresql://${user}:${password}@${host}:${port}/${database}`
})
afterAll(async () => {
  await engine.shutdown()
  await folder.remove()
})

/** The output of a start that has to fail. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const data = await temporaryFolder()
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BASALT_'))
  const start = startProcess(
    [process.execPath, join(import.meta.dirname, '..', 'tools', 'start.mjs')],
    {
      env: {
        ...Object.fromEntries(inherited),
        BASALT_DATA_DIR: data.path,
        BASALT_PORT: String(await freePort()),
        ...settings,
      },
    },
    { ready: /^ready /mu, timeoutMs: 60_000 },
  )
  try {
    const running = await start
    await running.stop()
    return 'It started'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await data.remove()
  }
}

/** A client that carries the encrypted connection of a project. */
async function connectedClient(origin: string, ref: string) {
  let connection = ''
  const client = clientWithCookies(origin, (route) =>
    route.path.startsWith('/platform/pg-meta/') ? { 'x-connection-encrypted': connection } : {},
  )
  const detail = await waitFor(
    async () => {
      const found = await client.call(projects.detail, { params: { ref } })
      return found.status === 'ACTIVE_HEALTHY' ? found : undefined
    },
    { what: 'The project answers', timeoutMs: 30_000 },
  )
  connection = detail.connectionString ?? ''
  const run = async (query: string) => {
    const lines: QueryLine[] = []
    await client.stream(
      databaseQuery.run,
      { params: { ref }, body: { query } },
      { onLine: (line) => lines.push(line) },
    )
    return lines
  }
  return { client, detail, run }
}

describe('a wrong setting', () => {
  test.each([
    [{ BASALT_MODE: 'cloud' }, 'BASALT_MODE must be platform or self-hosted, not "cloud".'],
    [{ BASALT_SECRET_KEY: 'short' }, 'BASALT_SECRET_KEY must have at least 32 characters'],
    [
      { BASALT_MODE: 'self-hosted', BASALT_HOST: '0.0.0.0' },
      'allows connections from other machines: set BASALT_ADMIN_PASSWORD first',
    ],
    [{ BASALT_POSTGRES_DIR: '/nowhere' }, '/nowhere'],
    [
      { BASALT_SYSTEM_DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' },
      'BASALT_SYSTEM_DATABASE_URL',
    ],
  ])('%j is refused with an instruction, and without a stack', async (settings, message) => {
    const said = await refusal(settings)
    expect(said).toContain(message)
    expect(said).not.toMatch(/\n\s+at /u)
  })
})

test('the system database may be on another server', async () => {
  const install = await startBuiltInstall({ BASALT_SYSTEM_DATABASE_URL: url })
  const client = clientWithCookies(install.url)
  await client.call(signIn.signUp, { body: { email: 'elsewhere@example.test', password } })
  await client.call(organizations.create, { body: { name: 'Elsewhere' } })
  await install.stop()

  const database = new Client(url)
  await database.connect()
  const { rows } = await database.query('select name from organizations')
  await database.query('drop schema public cascade; create schema public')
  await database.end()
  expect(rows).toEqual([{ name: 'Elsewhere' }])
})

describe('a single-user install', () => {
  test('opens its own database without an account, and shows the connection for psql', async () => {
    const install = await startBuiltInstall({ BASALT_MODE: 'self-hosted' })
    const { client, run } = await connectedClient(install.url, 'default')
    const lines = await run('select 1 + 1')
    expect(lines).toContainEqual({ type: 'rows', statement: 0, rows: [['2']] })
    await expect(client.call(organizations.list, {})).rejects.toMatchObject({ code: 404 })
    await expect(client.call(utility.install, {})).resolves.toMatchObject({
      capabilities: ['logs', 'cron', 'vault', 'webhooks'],
    })

    const file = join(install.dataDir, 'project-connection')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const database = new Client((await readFile(file, 'utf8')).trim())
    await database.connect()
    await database.end()
    await install.stop()
  })

  test('manages an external database', async () => {
    const install = await startBuiltInstall({
      BASALT_MODE: 'self-hosted',
      BASALT_PROJECT_DATABASE_URL: url,
    })
    const { detail, run } = await connectedClient(install.url, 'default')
    expect(detail.engine_features).toEqual([])
    await run('create table managed (id int primary key)')
    const lines = await run('select count(*) from managed')
    expect(lines).toContainEqual({ type: 'rows', statement: 0, rows: [['0']] })
    await run('drop table managed')
    await install.stop()
  })

  test('with a password refuses access without it', async () => {
    const install = await startBuiltInstall({
      BASALT_MODE: 'self-hosted',
      BASALT_ADMIN_PASSWORD: password,
    })
    const client = clientWithCookies(install.url)
    await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
    const wrong = client.call(signIn.signInAdmin, { body: { password: 'wrong' } })
    await expect(wrong).rejects.toMatchObject({ code: 401 })
    await client.call(signIn.signInAdmin, { body: { password } })
    await expect(client.call(profiles.get, {})).resolves.toMatchObject({ id: 'owner' })
    await install.stop()
  })
})

const debian = '/usr/lib/postgresql/15'

test.skipIf(!existsSync(debian))(
  'clusters may run from another installation of PostgreSQL',
  async () => {
    const install = await startBuiltInstall({
      BASALT_MODE: 'self-hosted',
      BASALT_POSTGRES_DIR: debian,
    })
    const { detail } = await connectedClient(install.url, 'default')
    expect(detail.dbVersion).toMatch(/^15\./u)
    await install.stop()
  },
)
