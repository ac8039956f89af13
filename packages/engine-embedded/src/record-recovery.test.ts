import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { EngineEvent, ProjectEngine } from '@basalt/engine'
import { openDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { embeddedCluster } from './embedded-cluster.ts'
import { embeddedEngine } from './embedded-engine.ts'
import type { LogEntry } from './options.ts'
import { findPostmaster } from './postmaster.ts'
import { isAlive } from './process-identity.ts'
import { temporaryDataDir } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

let dataDir: string
const said: LogEntry[] = []
const options = () => ({
  dataDir,
  secretFor: testSecret,
  log: (entry: LogEntry) => said.push(entry),
})

beforeAll(async () => {
  dataDir = await temporaryDataDir()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Every file of a directory but those that PostgreSQL rewrites by itself. */
const listFiles = async (dir: string) =>
  (await readdir(dir, { recursive: true })).filter((name) => !/\.(?:pid|opts|log)$/.test(name))

describe('the cluster of the control plane', () => {
  const getRecord = () => join(dataDir, 'system', 'cluster.json')
  let record: string

  beforeAll(async () => {
    const cluster = embeddedCluster({ ...options(), name: 'system' })
    const database = openDatabase(await cluster.start())
    await database.query('create table accounts as select 7 as n')
    await database.close()
    await cluster.stop()
    record = await readFile(getRecord(), 'utf8')
  })

  async function accounts() {
    const cluster = embeddedCluster({ ...options(), name: 'system' })
    const database = openDatabase(await cluster.start())
    const rows = await database.query('select n from accounts')
    await database.close()
    await cluster.stop()
    return rows
  }

  test.each([
    ['is lost', undefined],
    ['is cut', '{"major":1'],
    ['is empty', ''],
    ['names no port', '{"major":18}'],
  ])('whose record %s starts with its data, and its record is restored', async (_, text) => {
    await (text === undefined ? rm(getRecord()) : writeFile(getRecord(), text))
    said.length = 0
    expect(await accounts()).toEqual([{ n: 7 }])
    expect(await readFile(getRecord(), 'utf8')).toBe(record)
    expect(said).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining(getRecord()) }),
    )
  })

  test('whose version is unknown is refused with its files and a solution; all files stay', async () => {
    const version = join(dataDir, 'system', 'data', 'PG_VERSION')
    const stored = await readFile(version)
    await rm(version)
    await rm(getRecord())
    const before = await listFiles(join(dataDir, 'system'))
    const start = embeddedCluster({ ...options(), name: 'system' }).start()
    await expect(start).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/cluster\.json.*PG_VERSION.*Restore .* from a backup/),
    })
    expect(await listFiles(join(dataDir, 'system'))).toEqual(before)
    await writeFile(version, stored)
    expect(await accounts()).toEqual([{ n: 7 }])
  })
})

describe('a project', () => {
  const ref = 'shop'
  let engine: ProjectEngine
  const getRecord = () => join(dataDir, 'clusters', ref, 'cluster.json')

  beforeAll(async () => {
    engine = embeddedEngine(options())
    await engine.create(ref, { ownerPassword: 'x' })
    const db = await engine.open(ref, 'owner')
    await db.query('create table orders as select 3 as n')
  })
  afterAll(() => engine.shutdown())

  const orders = async () => (await engine.open(ref, 'owner')).query('select n from orders')

  test('whose record is lost while it runs keeps its port and its rows', async () => {
    const before = await engine.connection(ref)
    await rm(getRecord())
    const next = embeddedEngine(options())
    expect(await next.state(ref)).toBe('running')
    expect(await next.connection(ref)).toEqual(before)
    await next.disconnect()
    expect(await orders()).toEqual([{ n: 3 }])
  })

  test('whose record is lost while it is stopped keeps its port and its rows', async () => {
    const before = await engine.connection(ref)
    await engine.stop(ref)
    await rm(getRecord())
    expect(await engine.state(ref)).toBe('stopped')
    await engine.start(ref)
    expect(await engine.connection(ref)).toEqual(before)
    expect(await orders()).toEqual([{ n: 3 }])
  })

  test('is not created over data without a record', async () => {
    await engine.stop(ref)
    await rm(getRecord())
    const before = await listFiles(join(dataDir, 'clusters', ref))
    await expect(engine.create(ref, { ownerPassword: 'y' })).rejects.toMatchObject({
      kind: 'create-failed',
    })
    expect(await listFiles(join(dataDir, 'clusters', ref))).toEqual(before)
    await engine.start(ref)
    expect(await orders()).toEqual([{ n: 3 }])
  })

  test('is stopped by a shutdown although there is unfinished work and unknown directories', async () => {
    const strange = ['half.partial', 'old.removed', '.hidden', 'Odd name']
    for (const name of strange) {
      await mkdir(join(dataDir, 'clusters', name, 'data'), { recursive: true })
      await writeFile(join(dataDir, 'clusters', name, 'data', 'PG_VERSION'), '18\n')
    }
    await writeFile(getRecord(), 'damaged')
    const pid = (await findPostmaster(join(dataDir, 'clusters', ref, 'data')))?.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    await engine.shutdown()
    expect(isAlive(pid)).toBe(false)
    // Nothing proves that Basalt created those.
    expect(await readdir(join(dataDir, 'clusters'))).toEqual(expect.arrayContaining(strange))
    await engine.start(ref)
    expect(await orders()).toEqual([{ n: 3 }])
  })

  test('that crashes repeatedly reports how often, with growing pauses', async () => {
    const crashes: Extract<EngineEvent, { type: 'crashed' }>[] = []
    const waits: number[] = []
    const unwatch = engine.watch((event) => {
      if (event.type !== 'crashed') return
      crashes.push(event)
      waits.push(event.nextStartAt.getTime() - Date.now())
    })
    const data = join(dataDir, 'clusters', ref, 'data')
    for (let round = 1; round <= 3; round++) {
      await expect.poll(async () => (await engine.health(ref)).ok, { timeout: 20_000 }).toBe(true)
      process.kill((await findPostmaster(data))?.pid ?? 0, 'SIGKILL')
      await expect.poll(() => crashes.length, { timeout: 10_000 }).toBe(round)
    }
    unwatch()
    const counts = crashes.map((crash) => crash.crashes)
    expect(counts).toEqual([1, 2, 3].map((step) => step + (counts[0] ?? 0) - 1))
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    const messages = said.map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringContaining(`${counts.at(-1)} in a row`))
  })
})
