import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import {
  clientWithCookies,
  dataDirectory,
  freePort,
  type Started,
  startProcess,
  type TemporaryFolder,
  temporaryFolder,
  waitFor,
} from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const account = { email: 'survivor@example.test', password: 'plain-otter-Velvet-41-quarry' }

type Report = {
  ok: boolean
  findings: { level: string; about: string; text: string; remedy: string }[]
}

function settings(dataDir: string, port: number) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BASALT_'))
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    BASALT_DATA_DIR: dataDir,
    BASALT_PORT: String(port),
    BASALT_WATCHDOG_SECONDS: '5',
    // The small disk of this test is to be full before projects become read-only.
    BASALT_LIMIT_FREE_DISK_BYTES: String(16 * 1024 * 1024),
  }
}

const start = (script: string, env: NodeJS.ProcessEnv, ready: RegExp) =>
  startProcess(
    [process.execPath, join(root, 'tools', ...script.split('/'))],
    { cwd: root, env },
    {
      ready,
      timeoutMs: 120_000,
    },
  )

/** The problems that `npm run doctor` finds, with their ways out. */
function problems(env: NodeJS.ProcessEnv): Promise<string[]> {
  return new Promise((resolve) => {
    const args = [join(root, 'tools', 'doctor.mjs'), '--json']
    execFile(process.execPath, args, { env }, (_, stdout) => {
      const { findings } = JSON.parse(stdout) as Report
      const found = findings.filter(({ level }) => level === 'problem')
      resolve(found.map(({ about, text, remedy }) => `${about}: ${text} → ${remedy}`))
    })
  })
}

/** The files that a first start writes, in their order. */
const writtenByFirstStart = [
  'lock',
  'secret-key',
  'system.partial/creation.json',
  'system.partial/data/PG_VERSION',
  'system.partial/cluster.json',
  'system/cluster.json',
  'system/data/postmaster.pid',
  'secret-key.check',
  'status.json',
]

describe('a server that is killed right after it has written', () => {
  let data: TemporaryFolder
  let env: NodeJS.ProcessEnv
  const created = new Map<string, string>()
  /** Files that must be created only once: another one would not fit the data. */
  const persistent = ['secret-key', 'secret-key.check', 'system/cluster.json']

  beforeAll(async () => {
    data = await dataDirectory()
    env = settings(data.path, await freePort())
  })
  afterAll(() => data.remove())

  function keepsWhatIsThere() {
    for (const name of persistent) {
      const file = join(data.path, name)
      const before = created.get(name)
      const now = existsSync(file) ? readFileSync(file, 'utf8') : undefined
      expect(before === undefined || before === now, `${name} is as it was`).toBe(true)
      if (now !== undefined) created.set(name, now)
    }
  }

  test.each(writtenByFirstStart)('%s leaves nothing that blocks the next start', async (name) => {
    const server = spawn(
      process.execPath,
      [join(root, 'tools', 'bootstrap', 'serve-supervised.mjs')],
      { cwd: root, env, stdio: 'ignore' },
    )
    const ended = once(server, 'exit')
    // A temporary name may have been renamed by the time of the check.
    const names = [name, name.replace('.partial', '')]
    await waitFor(() => names.some((one) => existsSync(join(data.path, one))), {
      what: `${name} is there`,
      timeoutMs: 30_000,
      everyMs: 1,
    })
    server.kill('SIGKILL')
    await ended
    expect(await problems(env)).toEqual([])
    keepsWhatIsThere()
  })

  test('everything works in the end', async () => {
    const server = await start('start.mjs', env, /^ready /mu)
    keepsWhatIsThere()
    expect(existsSync(join(data.path, 'system.partial'))).toBe(false)
    expect(await problems(env)).toEqual([])
    expect(await server.stop()).toBe(0)
  })
})

/** A separate file system, small enough to fill; undefined where that is not permitted. */
function mountSmall(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return () => void execFileSync('umount', [folder])
  } catch {
    return undefined
  }
}

describe('an install with data', () => {
  let folder: TemporaryFolder
  let unmount: (() => void) | undefined
  let dataDir: string
  let env: NodeJS.ProcessEnv
  let server: Started
  let url: string
  let ref: string
  let database: { host: string; port: number; user: string; database: string }
  let acknowledged = 0

  beforeAll(async () => {
    folder = await temporaryFolder()
    unmount = mountSmall(folder.path)
    dataDir = join(folder.path, 'd')
    mkdirSync(dataDir)
    symlinkSync(inject('templates'), join(dataDir, 'templates'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    env = settings(dataDir, port)
    server = await start('start.mjs', env, /^ready /mu)
    const client = clientWithCookies(url)
    await client.call(signIn.signUp, { body: account })
    const { slug } = await client.call(organizations.create, { body: { name: 'Survivors' } })
    const body = { organization_slug: slug, name: 'Shop', db_pass: account.password }
    const created = await client.call(projects.create, { body: { ...body, region: 'us-east-2' } })
    ref = created.ref
    database = await untilHealthy()
    await ask('create table acknowledged (n int, filling text)')
  })
  afterAll(async () => {
    await server.stop()
    unmount?.()
    await folder.remove()
  })

  async function untilHealthy() {
    return waitFor(
      async () => {
        const client = clientWithCookies(url)
        await client.call(signIn.signIn, { body: account })
        await client.call(profiles.get, {})
        const { status, connection } = await client.call(projects.detail, { params: { ref } })
        return status === 'ACTIVE_HEALTHY' ? connection : null
      },
      { what: 'The project is ACTIVE_HEALTHY', timeoutMs: 60_000 },
    )
  }

  /** Like psql: without the control plane. */
  async function ask<Row extends object>(text: string): Promise<Row[]> {
    const client = new Client({ ...database, password: account.password })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Writes a row of 8 kB; it counts when PostgreSQL has acknowledged it. */
  async function insert() {
    const filling = "(select string_agg(gen_random_uuid()::text, '') from generate_series(1, 220))"
    await ask(`insert into acknowledged values (${acknowledged + 1}, ${filling})`)
    acknowledged += 1
  }

  async function expectAcknowledged() {
    const rows = await ask<{ n: number }>('select n from acknowledged order by n')
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: acknowledged }, (_, at) => at + 1))
  }

  const serverPid = () =>
    (JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number }).pid
  const postmaster = (path: string) =>
    Number(readFileSync(join(dataDir, path, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

  test('whose server is stopped gets a new one; doctor reports it until then', async () => {
    await insert()
    const pid = serverPid()
    process.kill(pid, 'SIGSTOP')
    expect(await problems(env)).toEqual([
      expect.stringMatching(/^server: .* is stopped .*kill -9/u) as string,
    ])
    await waitFor(() => serverPid() !== pid, { what: 'Another server', timeoutMs: 30_000 })
    await untilHealthy()
    expect(server.output()).toContain('did not answer for 5 s')
    await expectAcknowledged()
  })

  test('whose clusters are stopped works again when they continue; doctor names them', async () => {
    const stopped = [postmaster('system'), postmaster(`clusters/${ref}`)]
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    const found = await problems(env)
    expect(found).toContainEqual(expect.stringMatching(/^system database: .*kill -CONT/u))
    expect(found).toContainEqual(expect.stringMatching(/^project .*kill -CONT/u))
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    await untilHealthy()
    await insert()
    await expectAcknowledged()
  })

  test('on a full disk keeps everything, and recovers when there is space', async (context) => {
    if (unmount === undefined) context.skip('a small file system can be mounted by root only')
    const keys = [
      'secret-key',
      'secret-key.check',
      'system/cluster.json',
      `clusters/${ref}/cluster.json`,
    ]
    const read = () => keys.map((name) => readFileSync(join(dataDir, name), 'utf8'))
    const before = read()
    const fillers = ['filler', 'filler 2'].map((name) => join(folder.path, name))
    fill(fillers[0] ?? '')
    await expect(
      (async () => {
        for (;;) await insert()
      })(),
    ).rejects.toThrow(/No space left|could not|terminated|ECONNREFUSED|read-only transaction/u)
    expect(await problems(env)).toContainEqual(
      expect.stringMatching(/^disk: 0 MB are free.*Never delete files below a directory "data"/u),
    )
    const killed = [serverPid(), postmaster('system'), postmaster(`clusters/${ref}`)]
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    // The disk is full when each of them starts again, also if they had freed some space.
    fill(fillers[1] ?? '')
    await waitFor(() => /No space left on device|no space left/iu.test(server.output()), {
      what: 'The new server says that the disk is full',
      timeoutMs: 60_000,
    })
    expect((await problems(env)).filter((text) => !text.startsWith('disk: '))).toEqual([])
    for (const filler of fillers) rmSync(filler)

    await untilHealthy()
    await expectAcknowledged()
    expect(read()).toEqual(before)
    await insert()
    expect(await problems(env)).toEqual([])
  })

  function fill(file: string) {
    const descriptor = openSync(file, 'w')
    try {
      for (const size of [1024 * 1024, 4096]) {
        const block = Buffer.alloc(size)
        try {
          for (;;) writeSync(descriptor, block)
        } catch {
          // Full for blocks of this size.
        }
      }
    } finally {
      closeSync(descriptor)
    }
  }
})
