import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { type EmbeddedCluster, embeddedCluster } from '@basalt/engine-embedded'
import { logMigrations, type LogStore, LogWriter, systemLogStore } from '@basalt/logs'
import { dataDirectory } from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ref = 'fulldiskfulldiskfull'
const now = Date.now()
const silent = { warn: () => undefined, error: () => undefined }

let folder: Awaited<ReturnType<typeof dataDirectory>>
let cluster: EmbeddedCluster
let product: Client
let store: LogStore

beforeAll(async () => {
  folder = await dataDirectory()
  cluster = embeddedCluster({ dataDir: folder.path, secretFor: (label) => label, name: 'system' })
  const address = await cluster.start()
  product = new Client(address)
  await product.connect()
  for (const { sql } of logMigrations) await product.query(sql)
  await product.query('create table visits (number int)')
  await product.query('insert into visits values (0)')
  store = systemLogStore({ connection: address })
}, 60_000)
afterAll(async () => {
  await store.close()
  await product.end()
  await cluster.stop()
  await folder.remove()
})

/** A limit of the operating system for files of the server's new processes, in bytes. */
async function limitFiles(bytes: number | 'unlimited'): Promise<void> {
  const data = join(folder.path, 'system', 'data')
  const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  // As the user of the server, who may differ from that of the test.
  const { uid, gid } = await stat(data)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  await promisify(execFile)('prlimit', ['--pid', pid, `--fsize=${bytes}:`], user)
}

// Other systems cannot limit a process that runs.
describe.runIf(process.platform === 'linux')('when PostgreSQL cannot write any more', () => {
  test('rows wait or are dropped and counted, and the product goes on', async () => {
    await limitFiles(20_000_000)
    const writer = new LogWriter({ store, log: silent, keepDays: () => 7, maxWaiting: 400 })
    let recorded = 0
    const record = (count: number) => {
      for (let row = 0; row < count; row += 1) {
        const message = randomBytes(30_000).toString('hex')
        writer.record({ ref, source: 'edge_logs', at: now, level: 'info', message, metadata: {} })
      }
      recorded += count
    }
    for (let batch = 0; batch < 20 && writer.counts().waiting === 0; batch += 1) {
      record(100)
      // The next batch meets a disk with the rows of this one.
      // oxlint-disable-next-line no-await-in-loop
      await writer.flush()
    }
    expect(writer.counts().waiting).toBe(100)
    record(300)
    await writer.flush()
    expect(writer.counts().dropped).toBeGreaterThan(0)
    await product.query('update visits set number = number + 1')
    expect(await store.newest(ref)).toEqual(new Date(now))

    await limitFiles('unlimited')
    await writer.flush()
    const { stored, dropped, waiting } = writer.counts()
    expect({ waiting, all: stored + dropped }).toEqual({ waiting: 0, all: recorded })
    const range = { ref, from: new Date(now - 60_000), to: new Date(now + 60_000) }
    const [bucket] = await store.histogram({ ...range, sources: ['edge_logs'] }, 120_000)
    expect(bucket?.counts).toEqual({ info: stored })
    const missing = await store.dropped(ref, range.from, range.to)
    expect(missing).toMatchObject([{ reason: 'memory', count: dropped }])
  }, 60_000)
})
