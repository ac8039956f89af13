import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { cron } from '@basalt/contract/cron/cron'
import { integrations } from '@basalt/contract/integrations/integrations'
import { projects } from '@basalt/contract/project/projects'
import { vault } from '@basalt/contract/vault/vault'
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
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** A whole minute is `WORKER_TEST_SECONDS=60`. */
const seconds = Number(process.env['WORKER_TEST_SECONDS'] ?? 26)

let data: TemporaryFolder
let server: Started
let db: Client
let address: string
let env: NodeJS.ProcessEnv
const workers: Started[] = []

const command = (name: string): [string, string] => [
  process.execPath,
  join(root, 'tools', `${name}.mjs`),
]

async function startWorker(): Promise<Started> {
  const worker = await startProcess(
    command('worker'),
    { cwd: root, env },
    { ready: /^ready$/mu, timeoutMs: 60_000 },
  )
  workers.push(worker)
  return worker
}

/** The code and the output of a worker that cannot start. */
const refuse = (dataDir: string) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const [program, ...args] = command('worker')
    const settings = { ...env, BASALT_DATA_DIR: dataDir }
    execFile(program, args, { env: settings }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

type Row = Record<string, unknown>
const ofMs = ({ slot }: Row) => (slot as Date).getTime()
const rows = async (text: string) => (await db.query<Row>(text)).rows

const params = { ref: 'default' }

/** Calls the server as the dashboard does. */
async function dashboard() {
  const url = `http://127.0.0.1:${env['BASALT_PORT']}`
  const { connectionString } = await clientWithCookies(url).call(projects.detail, { params })
  const headers = { 'x-connection-encrypted': connectionString ?? '' }
  return clientWithCookies(url, () => headers)
}

/** Adds a job that notes its slots, with the dashboard, so that it begins at once. */
async function addJob() {
  const client = await dashboard()
  await client.call(cron.create, {
    params,
    body: {
      name: 'Note slots',
      schedule: '1 seconds',
      kind: 'sql',
      command: `insert into effects select slot, runid from cron.job_run_details
        where job_pid = pg_backend_pid() and status = 'running'`,
      request: null,
      username: 'postgres',
      is_active: true,
      time_zone: 'UTC',
      timeout_ms: 60_000,
      overlap: 'skip',
      missed: 'skip',
      retries: 0,
      alerts: false,
    },
  })
}

const secrets = 500

/**
 * Begins to encrypt secrets with a new key. A lock on the last one holds the rotation up, after its
 * first batches, until the result is called: it answers how many secrets have the new key and open.
 */
async function beginRotation() {
  const client = await dashboard()
  await client.call(integrations.install, { params: { ...params, id: 'vault' }, body: {} })
  const open = async () => {
    const { statement } = await client.call(vault.access, { params, body: {} })
    await db.query(statement)
  }
  await open()
  await db.query(
    `select vault.create_secret('text ' || n, n::text) from generate_series(1, ${secrets}) n`,
  )
  const lock = new Client({ connectionString: address })
  await lock.connect()
  await lock.query('begin')
  await lock.query('select from vault.secrets order by id desc limit 1 for update')
  await client.call(vault.rotate, { params, body: {} })
  await open()
  const rotated = `select count(*)::int from vault.secrets
    where key_id = split_part(current_setting('vault.key'), ':', 1)::uuid`
  await expect.poll(() => rows(rotated), { timeout: 30_000 }).toEqual([{ count: 400 }])
  return async () => {
    await lock.end()
    await expect.poll(() => rows(rotated), { timeout: 30_000 }).toEqual([{ count: secrets }])
    const opened = await rows(
      `select from vault.decrypted_secrets where decrypted_secret = 'text ' || name`,
    )
    return opened.length
  }
}

beforeAll(async () => {
  data = await dataDirectory()
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BASALT_'))
  env = {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    BASALT_MODE: 'self-hosted',
    BASALT_DATA_DIR: data.path,
    BASALT_PORT: String(await freePort()),
  }
  server = await startProcess(
    command('start'),
    { cwd: root, env },
    { ready: /^ready /mu, timeoutMs: 120_000 },
  )
  const connectionFile = join(data.path, 'project-connection')
  const connectionString = await waitFor(
    () => readFile(connectionFile, 'utf8').catch(() => undefined),
    { what: 'The project has a connection', timeoutMs: 30_000 },
  )
  address = connectionString.trim()
  db = new Client({ connectionString: address })
  await db.connect()
  await db.query(`
    create extension pg_cron;
    create table effects (slot timestamptz, runid text)`)
})
afterAll(async () => {
  await db.end()
  await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
  await server.stop()
  // Clusters outlive a killed server: the next one stops them.
  await startProcess(
    command('start'),
    { cwd: root, env },
    { ready: /^ready /mu, timeoutMs: 60_000 },
  ).then((next) => next.stop())
  await data.remove()
})

test('a worker without an install or a running server says what to do', async () => {
  const empty = await temporaryFolder()
  const refused = await refuse(empty.path)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`There is no install in ${empty.path}.`)
  await mkdir(join(empty.path, 'system'))
  await writeFile(join(empty.path, 'secret-key'), 'a'.repeat(43))
  const stopped = await refuse(empty.path)
  expect(stopped.code).toBe(1)
  expect(stopped.output).toContain(`No server runs on ${empty.path}. Start it there`)
  await empty.remove()
})

/** Waits until a run of a slot after the given time has ended. */
const ranAgain = (since = Date.now()) =>
  expect
    .poll(async () => (await rows('select slot from effects')).some((row) => ofMs(row) > since), {
      timeout: 30_000,
    })
    .toBe(true)

test('two workers run every slot once, and a rotation of keys, while processes are killed and frozen', async () => {
  // The server has begun it when it is killed.
  const endRotation = await beginRotation()
  const [first, second] = [await startWorker(), await startWorker()]
  await addJob()
  // Its clusters go on, so that only the workers run jobs.
  await server.stop('SIGKILL')
  // A run that the server began is given up first.
  await ranAgain()
  const began = Date.now()
  const until = async (share: number) =>
    delay(Math.max(began + share * seconds * 1000 - Date.now(), 0))
  await until(0.2)
  await first.stop('SIGKILL')
  const killed = Date.now()
  const third = await startWorker()
  expect(await endRotation()).toBe(secrets)
  await until(0.45)
  await ranAgain(killed)
  process.kill(second.pid, 'SIGSTOP')
  await until(0.8)
  process.kill(second.pid, 'SIGCONT')
  await until(1)
  await db.query(`update cron.job set active = false`)
  await expect
    .poll(
      () =>
        rows(`select from cron.job_run_details where status in ('waiting', 'starting', 'running')`),
      { timeout: 30_000 },
    )
    .toEqual([])

  // Each slot from the first to the last has its run, or is skipped with a reason.
  const runs = await rows(
    'select slot, runid::text, status, reason from cron.job_run_details order by slot',
  )
  const slots = runs.map((run) => Math.round((ofMs(run) - ofMs(runs[0] as Row)) / 1000))
  expect(slots).toEqual(runs.map((_, index) => index))
  expect(runs.length).toBeGreaterThan(seconds / 2)
  const ran = runs.filter(({ status }) => status === 'succeeded')
  const skipped = runs.filter(({ status }) => status === 'skipped')
  expect(await rows('select slot, runid from effects order by slot')).toEqual(
    ran.map(({ slot, runid }) => ({ slot, runid })),
  )
  expect(ran.length + skipped.length).toBe(runs.length)
  expect(skipped.filter(({ reason }) => reason === null)).toEqual([])
  expect(ran.some((run) => ofMs(run) < killed)).toBe(true)
  expect(ran.some((run) => ofMs(run) > killed)).toBe(true)
  await third.stop()
})
