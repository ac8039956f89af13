import { appendFile, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { embeddedEngine } from '@basalt/engine-embedded'
import { type LogStore, LogStoreError, systemLogStore } from '@basalt/logs'
import { dataDirectory, waitFor } from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { followerProcesses } from '../../../testing/follower-child.ts'
import { systemDatabase } from '../../../testing/system-database.ts'
import { LogFollower } from './log-follower.ts'

const [busy, quiet] = ['busyprojectbusyproje', 'quietprojectquietpro'] as const
const ownerPassword = 'owner password'
const resolveFrom = import.meta.filename

let folder: Awaited<ReturnType<typeof dataDirectory>>
let system: Awaited<ReturnType<typeof systemDatabase>>
let engine: ReturnType<typeof embeddedEngine>
let store: LogStore

beforeAll(async () => {
  folder = await dataDirectory()
  system = await systemDatabase()
  store = systemLogStore({ connection: system.address })
  engine = embeddedEngine({ dataDir: folder.path, resolveFrom, secretFor: (label) => label })
  await Promise.all([busy, quiet].map((ref) => engine.create(ref, { ownerPassword })))
}, 60_000)
afterAll(async () => {
  await store.close()
  await engine.shutdown()
  await system.drop()
  await folder.remove()
})

type Amount = { count: number; size?: number }
type Written = { name: string; count: number }

async function write(ref: string, name: string, { count, size = 0 }: Amount) {
  const database = new Client({ ...(await engine.connection(ref)), password: ownerPassword })
  await database.connect()
  await database.query(`do $$ begin
    for i in 1..${count} loop raise warning '${name} % end %', i, repeat('x', ${size}); end loop;
  end $$`)
  await database.end()
}

/** The files of a cluster that logs and never runs. */
async function cluster(ref: string, name: string, count: number): Promise<string> {
  const directory = join(folder.path, 'clusters', ref)
  await mkdir(join(directory, 'data'), { recursive: true })
  await mkdir(join(directory, 'log'))
  const [real = ''] = await readdir(join(folder.path, 'clusters', quiet, 'log'))
  await copyFile(
    join(folder.path, 'clusters', quiet, 'data', 'PG_VERSION'),
    join(directory, 'data', 'PG_VERSION'),
  )
  await copyFile(
    join(folder.path, 'clusters', quiet, 'cluster.json'),
    join(directory, 'cluster.json'),
  )
  const file = join(directory, 'log', real)
  await addEntries(file, name, count)
  return file
}

/** Lines as PostgreSQL's log collector writes them. */
async function addEntries(file: string, name: string, count: number): Promise<void> {
  const timestamp = `${new Date().toISOString().slice(0, 23).replace('T', ' ')} UTC`
  const lines = oneTo(count).map((number) =>
    JSON.stringify({
      timestamp,
      user: 'postgres',
      dbname: 'postgres',
      pid: 4711,
      session_id: '6929a3f1.1267',
      line_num: number,
      ps: 'SELECT',
      vxid: '3/12',
      txid: 0,
      error_severity: 'ERROR',
      state_code: '42P01',
      message: `${name} ${number} end`,
      statement: `select * from ${name}`,
      application_name: 'psql',
      backend_type: 'client backend',
      query_id: number,
    }),
  )
  await appendFile(file, `${lines.join('\n')}\n`)
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const follower = (refs: readonly string[], target = store) =>
  new LogFollower({
    logs: {
      store: target,
      hasSpace: () => true,
      append: (batch) => target.append({ ...batch, keepDays: () => 7 }),
    },
    engine,
    listRefs: async () => refs,
    clock: () => new Date(),
    log,
  })

const day = 86_400_000
const range = (ref: string, search: string) => ({
  ref,
  sources: ['postgres_logs' as const],
  from: new Date(Date.now() - day),
  to: new Date(Date.now() + day),
  search,
})
async function numbers(ref: string, name: string): Promise<number[]> {
  const options = { limit: 20_000, budgetMs: 10_000 }
  const { rows } = await store.list(range(ref, name), options)
  return rows.map(({ message }) => Number(/ (\d+) end/u.exec(message)?.[1])).toReversed()
}
/** Follows until so many entries are stored: the server writes them a moment after its answer. */
const followUntil = (ref: string, { name, count }: Written, one = follower([ref])) =>
  waitFor(
    async () => {
      await one.round()
      return (await numbers(ref, name)).length >= count ? true : undefined
    },
    { what: `${count} entries are stored`, timeoutMs: 10_000 },
  )

/** Follows until nothing is left to read. */
async function followToEnd(ref: string): Promise<void> {
  const position = () => store.position(`postgres_logs/${ref}`)
  const one = follower([ref])
  for (let last: string | null = ''; last !== (await position());) {
    last = await position()
    await one.round()
  }
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('following the logs of databases', () => {
  test('each entry is stored once, in order, also after a restart', async () => {
    await write(busy, 'first', { count: 300 })
    await followUntil(busy, { name: 'first ', count: 300 })
    await engine.restart(busy)
    await write(busy, 'first-again', { count: 20 })
    await followUntil(busy, { name: 'first-again', count: 20 })
    await follower([busy]).round()
    expect(await numbers(busy, 'first ')).toEqual(oneTo(300))
    expect(await numbers(busy, 'first-again')).toEqual(oneTo(20))
  })

  test('entries wait in their files while the store is away', async () => {
    await write(quiet, 'waiting', { count: 10 })
    const away = systemLogStore({ connection: { ...system.address, port: 1 } })
    const one = follower([quiet], away)
    await expect(one.round()).rejects.toThrow(LogStoreError)
    await expect(one.round()).rejects.toThrow(LogStoreError)
    await away.close()
    await followUntil(quiet, { name: 'waiting', count: 10 })
    expect(await numbers(quiet, 'waiting')).toEqual(oneTo(10))
  })

  test('a database that floods its log delays no other one', async () => {
    await write(busy, 'flood', { count: 6000, size: 1500 })
    await write(quiet, 'between', { count: 5 })
    await delay(200)
    const one = follower([busy, quiet])
    await one.round()
    expect(await numbers(quiet, 'between')).toEqual(oneTo(5))
    expect((await numbers(busy, 'flood')).length).toBeLessThan(6000)
    await followToEnd(busy)
    expect(await numbers(busy, 'flood')).toEqual(oneTo(6000))
  }, 60_000)

  test('entries whose files were deleted are counted', async () => {
    await follower([quiet]).round()
    await write(quiet, 'deleted', { count: 100 })
    // So that the entries are in the file.
    await delay(200)
    const directory = join(folder.path, 'clusters', quiet, 'log')
    const names = await readdir(directory)
    await Promise.all(names.map((name) => rm(join(directory, name))))
    await engine.restart(quiet)
    await follower([quiet]).round()
    const dropped = await store.dropped(
      quiet,
      new Date(Date.now() - day),
      new Date(Date.now() + day),
    )
    expect(dropped).toMatchObject([{ source: 'postgres_logs', reason: 'lost' }])
    expect(await numbers(quiet, 'deleted')).toEqual([])
  })

  test('a database that cannot be read keeps no other one waiting', async () => {
    await write(quiet, 'neighbour', { count: 3 })
    await followUntil(
      quiet,
      { name: 'neighbour', count: 3 },
      follower(['missingmissingmissin', quiet]),
    )
    expect(await numbers(quiet, 'neighbour')).toEqual(oneTo(3))
  })

  test('40 databases are followed at once in bounded memory and time', async () => {
    const refs = Array.from({ length: 40 }, (_, index) => `many${String(index).padStart(16, 'x')}`)
    const logs = await Promise.all(refs.map((ref) => cluster(ref, 'many', 250)))
    const one = follower(refs)
    const memory = process.memoryUsage().rss
    await waitFor(
      async () => {
        await one.round()
        const counts = await Promise.all(refs.map((ref) => numbers(ref, 'many')))
        return counts.every((list) => list.length === 250) ? true : undefined
      },
      { what: 'all entries are stored', timeoutMs: 30_000 },
    )
    expect((process.memoryUsage().rss - memory) / 1e6).toBeLessThan(150)
    // Each logs again while the first one floods its log.
    await Promise.all(logs.map((file, index) => addEntries(file, 'later', index === 0 ? 5000 : 1)))
    await one.round()
    expect((await numbers(refs[0] ?? '', 'later')).length).toBeLessThan(5000)
    const later = await Promise.all(refs.slice(1).map((ref) => numbers(ref, 'later')))
    expect(later.every((list) => list.length === 1)).toBe(true)
  }, 60_000)

  test('a follower killed while it stores a batch loses no row and stores none twice', async () => {
    await write(busy, 'killed', { count: 10_000, size: 50 })
    const processes = await followerProcesses()
    const start = { connection: system.address, dataDir: folder.path, resolveFrom, ref: busy }
    for (const batches of [1, 2, 1, 3, 2]) {
      const child = await processes.start(start, batches)
      await child.stop('SIGKILL')
    }
    const before = (await numbers(busy, 'killed')).length
    expect(before).toBeLessThan(10_000)
    await followToEnd(busy)
    await processes.dispose()
    // Ids of different processes are not in order within a millisecond.
    const stored = (await numbers(busy, 'killed')).toSorted((one, other) => one - other)
    expect(stored).toEqual(oneTo(10_000))
  }, 90_000)
})
