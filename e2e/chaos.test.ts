import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { profiles } from '@basalt/contract/account/profile'
import { buildPath } from '@basalt/contract/client'
import { databaseQuery } from '@basalt/contract/database/query'
import { projects } from '@basalt/contract/project/projects'
import {
  freePort,
  type Started,
  startProcess,
  signalEach,
  type TemporaryFolder,
  temporaryFolder,
  waitFor,
} from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signUpTenant, type Tenant } from './tenant.ts'

const root = join(import.meta.dirname, '..')
const mib = 1024 * 1024

/** Low, so that little work is enough to reach them. */
const limits = {
  BASALT_LIMIT_MESSAGE_BYTES: String(4 * mib),
  BASALT_LIMIT_BATCH_BYTES: String(64 * 1024),
  BASALT_LIMIT_OPEN_RESULT_BYTES: String(16 * mib),
  BASALT_LIMIT_OPEN_BODY_BYTES: String(8 * mib),
  BASALT_LIMIT_QUEUED_RUNS_PER_ACCOUNT: '4',
  BASALT_LIMIT_STATEMENT_MS: '2000',
  BASALT_LIMIT_PRELOAD_MS: '500',
  BASALT_LIMIT_BODY_MS: '1500',
}

/** Longer than any call may take while another tenant misbehaves. */
const neighbourTimeoutMs = 8000

let data: TemporaryFolder
let port: number
let server: Started
let attacker: Tenant
let neighbour: Tenant

const url = () => `http://127.0.0.1:${port}`

function start() {
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
        ...limits,
      },
    },
    { ready: /^ready /mu, timeoutMs: 120_000 },
  )
}

/** The process that serves is the child of the one that supervises it. */
function serverPid(): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return Number(all.find((pid) => getParent(pid) === server.pid && isServing(pid)))
}

const isServing = (pid: string) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('serve-supervised')

const memoryBytes = () => {
  const [, kib] =
    /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${serverPid()}/status`, 'utf8')) ?? []
  return Number(kib) * 1024
}

/** Reads, writes and runs queries like a dashboard user until it is stopped. */
function getWork(tenant: Tenant) {
  const failures: string[] = []
  const latenciesMs: number[] = []
  let written = 0
  const stopping = new AbortController()
  const timed = async (name: string, work: (signal: AbortSignal) => Promise<unknown>) => {
    const from = performance.now()
    try {
      await work(AbortSignal.timeout(neighbourTimeoutMs))
    } catch (error) {
      failures.push(`${name}: ${String(error)} after ${Math.round(performance.now() - from)} ms`)
    }
    latenciesMs.push(performance.now() - from)
  }
  const working = (async () => {
    while (!stopping.signal.aborted) {
      await timed('profile', () => tenant.client.call(profiles.get, {}))
      await timed('project', () =>
        tenant.client.call(projects.detail, { params: { ref: tenant.ref } }),
      )
      await timed('insert', async (signal) => {
        await tenant.run(`insert into acknowledged values (${written + 1})`, { signal })
        written += 1
      })
      await delay(20)
    }
  })()
  return {
    failures,
    latenciesMs,
    async stop() {
      stopping.abort()
      await working
      return written
    },
  }
}

/** A result that is requested and never read. */
function unreadRun(tenant: Tenant, query: string) {
  const body = JSON.stringify({ query })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...tenant.headers(),
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}`)
  const path = buildPath(databaseQuery.run, { ref: tenant.ref })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.pause()
  return socket
}

/** An anonymous body that is announced, sent in part and never completed. */
function stalledBody(bytes: number) {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.write(
    `POST /platform/sign-in HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${url()}\r\n` +
      `content-type: application/json\r\ncontent-length: ${36 * mib}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(bytes, 32))
  socket.resume()
  return { socket, closed }
}

function listProcesses(ref: string): number[] {
  const postmaster = findPostmaster(data.path, ref)
  const all = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  const children = all.filter((pid) => getParent(pid) === postmaster)
  return [postmaster, ...children.map(Number)]
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function getParent(pid: string): number | undefined {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return Number(rest.split(' ')[1])
  } catch {
    return undefined
  }
}

function findPostmaster(folder: string, ref: string): number {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'postmaster.pid' || !entry.parentPath.includes(ref)) continue
    return Number(readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n')[0])
  }
  throw new Error(`No cluster of ${ref} runs`)
}

beforeAll(async () => {
  data = await temporaryFolder()
  port = await freePort()
  server = await start()
  attacker = await signUpTenant(url(), 'attacker')
  neighbour = await signUpTenant(url(), 'neighbour')
  await neighbour.run('create table acknowledged (id int)')
})

afterAll(async () => {
  await server.stop()
  await data.remove()
})

test('a second tenant works undisturbed while one misuses everything', async () => {
  const pid = serverPid()
  // Code and caches that every server loads once do not count as growth.
  await Promise.allSettled(oversized().map((query) => attacker.run(query)))
  await wideResults()
  const work = getWork(neighbour)
  await delay(1500)
  const before = memoryBytes()

  for (const query of oversized()) {
    await expect(attacker.run(query)).rejects.toThrow(/too large|limit/iu)
  }
  await wideResults()
  await stalledBodies()
  await lockOut()
  await fillDisk()
  await floodOfRuns()
  await hungDatabase()

  await waitFor(() => memoryBytes() < before + 20 * mib, {
    what: `The memory of the server is back at ${Math.round(before / mib)} MiB`,
    timeoutMs: 15_000,
    everyMs: 500,
  })
  const written = await work.stop()
  expect(work.failures).toEqual([])
  report(work.latenciesMs)
  expect(await neighbour.run('select count(*) from acknowledged')).toEqual([[String(written)]])
  expect(serverPid()).toBe(pid)
})

/** The benchmark passes a file for the latencies of the second tenant's calls. */
function report(latenciesMs: readonly number[]) {
  const file = process.env['CHAOS_REPORT']
  if (file !== undefined) writeFileSync(file, JSON.stringify({ latenciesMs }))
}

/** Single values larger than the server accepts: a row, a notice, an error. */
const oversized = () => [
  `select repeat('x', ${6 * mib})`,
  `do $$ begin raise notice '%', repeat('x', ${6 * mib}); end $$`,
  `do $$ begin raise exception '%', repeat('x', ${6 * mib}); end $$`,
]

async function wideResults() {
  const wide = `select repeat('x', ${mib}) from generate_series(1, 40)`
  const unread = Array.from({ length: 20 }, () => unreadRun(attacker, wide))
  await Promise.allSettled(Array.from({ length: 3 }, () => attacker.run(wide)))
  await delay(500)
  for (const socket of unread) socket.destroy()
}

async function stalledBodies() {
  const stalled = Array.from({ length: 40 }, () => stalledBody(64 * 1024))
  const closed = Promise.all(stalled.map((one) => one.closed)).then(() => true)
  expect(await Promise.race([closed, delay(15_000, false)])).toBe(true)
}

/** The owner of the database tries to change the dashboard's logins. */
async function lockOut() {
  const roles = await attacker.run(
    `select rolname from pg_roles where rolcanlogin and rolname not like 'pg\\_%' and rolname <> current_user`,
  )
  for (const [role] of roles) {
    await attacker.run(`alter role "${role}" with password 'guessed'`).catch(() => undefined)
    await attacker
      .run(`alter role "${role}" set search_path = 'nowhere'; alter role "${role}" nologin`)
      .catch(() => undefined)
  }
  expect(await attacker.run('select 1')).toEqual([['1']])
}

async function fillDisk() {
  await expect(
    attacker.run(
      `set work_mem = '64kB'; select count(*) from (select repeat(g::text, 40) as t from generate_series(1, 40000000) g order by 1) s`,
      { signal: AbortSignal.timeout(20_000) },
    ),
  ).rejects.toThrow(/temporary file size exceeds|temp_file_limit/iu)
}

async function floodOfRuns() {
  const stop = new AbortController()
  let refused = 0
  const runs = Array.from({ length: 300 }, () =>
    attacker.run('select pg_sleep(30)', { signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) refused += 1
      return error
    }),
  )
  await waitFor(() => refused > 200, { what: 'Most runs are refused' })
  stop.abort()
  await Promise.all(runs)
}

/** The attacker's cluster is stopped: only its own pages are slow, and they report it. */
async function hungDatabase() {
  const pids = listProcesses(attacker.ref)
  signalEach(pids, 'SIGSTOP')
  try {
    const page = await fetch(`${url()}/project/${attacker.ref}/editor`, {
      headers: { cookie: attacker.headers().cookie },
      signal: AbortSignal.timeout(10_000),
    })
    expect(page.status).toBe(200)
    await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        attacker.run('select 1', { signal: AbortSignal.timeout(3000) }),
      ),
    )
  } finally {
    signalEach(pids, 'SIGCONT')
  }
  await waitFor(async () => (await attacker.run('select 1'))[0]?.[0] === '1', {
    what: 'The database that was stopped answers again',
    timeoutMs: 20_000,
  })
}

test('a start without the record of the system cluster preserves every account and every row', async () => {
  const direct = new Client({ ...neighbour.database })
  direct.on('error', () => undefined)
  await direct.connect()
  const { rows: before } = await direct.query('select count(*)::int as count from acknowledged')
  await direct.end()
  await server.stop()
  rmSync(join(data.path, 'system', 'cluster.json'))

  server = await start()
  await expect(neighbour.client.call(profiles.get, {})).resolves.toMatchObject({
    email: 'neighbour@example.test',
  })
  const rows = await waitFor(() => neighbour.run('select count(*) from acknowledged'), {
    what: 'The rows are there',
    timeoutMs: 20_000,
  })
  expect(rows).toEqual([[String(before[0]?.count)]])
})

test('Ctrl-C in the middle of a creation leaves no database running', async () => {
  const pids = [attacker.ref, neighbour.ref, 'system'].map((name) =>
    findPostmaster(data.path, name),
  )
  const { slug } = attacker
  await attacker.client.call(projects.create, {
    body: {
      organization_slug: slug,
      name: 'Half',
      db_pass: 'plain-otter-Velvet-41-quarry',
      region: 'us-east-2',
    },
  })
  await server.stop('SIGKILL')
  server = await start()
  await server.stop()
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})
