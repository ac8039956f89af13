import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { EngineEvent, ProjectEngine } from '@basalt/engine'
import { openDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { removeTree } from './copy-tree.ts'
import { embeddedEngine } from './embedded-engine.ts'
import { operatingUser } from './operating-user.ts'
import { findPostmaster } from './postmaster.ts'
import { isAlive } from './process-identity.ts'
import { EngineChildren } from './testing/engine-child.ts'
import { engineWithProject, temporaryDataDir } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

type Running = Awaited<ReturnType<typeof engineWithProject>>

const getData = ({ dataDir, ref }: { dataDir: string; ref: string }) =>
  join(dataDir, 'clusters', ref, 'data')

async function serverPid(place: { dataDir: string; ref: string }): Promise<number> {
  return (await findPostmaster(getData(place)))?.pid ?? 0
}

const nextEvent = (engine: ProjectEngine, type: EngineEvent['type']) =>
  new Promise<EngineEvent>((resolve) => {
    const unwatch = engine.watch((event) => {
      if (event.type !== type) return
      unwatch()
      resolve(event)
    })
  })

async function rowCount(engine: ProjectEngine, ref: string): Promise<unknown> {
  const db = await engine.open(ref, 'owner')
  const [row] = await db.query<{ n: number }>('select count(*)::int as n from survivor')
  return row?.n
}

async function writeRows(engine: ProjectEngine, ref: string): Promise<void> {
  const db = await engine.open(ref, 'owner')
  await db.query('create table survivor (n int)')
  for (let n = 0; n < 20; n++) await db.query('insert into survivor values ($1)', [n])
}

describe('a killed cluster', () => {
  let running: Running
  beforeAll(async () => {
    running = await engineWithProject()
    await writeRows(running.engine, running.ref)
  }, 60_000)
  afterAll(() => running.dispose())

  test('restarts by itself with every acknowledged row', async () => {
    const { engine, ref } = running
    const crashed = nextEvent(engine, 'crashed')
    const recovered = nextEvent(engine, 'recovered')
    const pid = await serverPid(running)
    process.kill(pid, 'SIGKILL')
    expect(await crashed).toMatchObject({ ref, reason: expect.any(String) })
    expect(await recovered).toMatchObject({ ref })
    expect(await serverPid(running)).not.toBe(pid)
    expect(await engine.health(ref)).toEqual({ ok: true })
    expect(await rowCount(engine, ref)).toBe(20)
  })

  test('restarts although a busy backend has not noticed the crash', async () => {
    const { engine, ref } = running
    const db = await engine.open(ref, 'owner')
    const busy = db
      .query('select count(*) from generate_series(1, 1e11::bigint) busy')
      .catch((error: unknown) => error)
    await delay(200)
    const recovered = nextEvent(engine, 'recovered')
    process.kill(await serverPid(running), 'SIGKILL')
    await recovered
    expect(await busy).toMatchObject({ kind: 'unreachable' })
    expect(await rowCount(engine, ref)).toBe(20)
  }, 30_000)

  test('stays down when a stop was requested, however it ended', async () => {
    const { engine, ref } = running
    await engine.stop(ref)
    await delay(300)
    expect(await engine.state(ref)).toBe('stopped')
    await engine.start(ref)
  })

  test('is unhealthy while its server accepts no connections, and healthy again afterwards', async () => {
    const { engine, ref } = running
    const pid = await serverPid(running)
    process.kill(pid, 'SIGSTOP')
    const health = await engine.health(ref).finally(() => process.kill(pid, 'SIGCONT'))
    expect(health).toMatchObject({ ok: false, reason: expect.stringContaining('two seconds') })
    await expect.poll(() => engine.health(ref)).toEqual({ ok: true })
  })

  test('a stale postmaster.pid does not block its start, even with the number of a running process', async () => {
    const { engine, ref } = running
    const file = join(getData(running), 'postmaster.pid')
    const content = await readFile(file, 'utf8')
    await engine.stop(ref)
    // PostgreSQL itself would take a running process of its own user for the postmaster.
    const args = ['-e', 'setInterval(() => {}, 1000)']
    const bystander = spawn(process.execPath, args, { ...operatingUser(), cwd: '/' })
    await writeFile(file, content.replace(/^\d+/, String(bystander.pid)))
    expect(await engine.state(ref)).toBe('stopped')
    await engine.start(ref)
    expect(await rowCount(engine, ref)).toBe(20)
    expect(bystander.kill()).toBe(true)
  })

  test('a port in use is replaced by another one', async () => {
    const { engine, ref } = running
    const { port } = await engine.connection(ref)
    await engine.stop(ref)
    const squatter = createServer().listen(port, '127.0.0.1')
    await engine.start(ref)
    expect((await engine.connection(ref)).port).not.toBe(port)
    expect(await rowCount(engine, ref)).toBe(20)
    squatter.close()
  })

  test('two concurrent starts start one server', async () => {
    const { engine, ref, dataDir } = running
    await engine.stop(ref)
    await Promise.all([engine.start(ref), engine.start(ref), engine.start(ref)])
    const pid = await serverPid(running)
    await engine.start(ref)
    expect(await serverPid(running)).toBe(pid)
    const home = join(dataDir, 'clusters', ref)
    const logs = (await readdir(join(home, 'log'))).map((name) => join(home, 'log', name))
    for (const file of [join(home, 'postgres.log'), ...logs]) {
      expect(await readFile(file, 'utf8')).not.toMatch(/is another postmaster/i)
    }
  })
})

describe('a killed control plane', () => {
  const ref = 'abcdefghijklmnopqrst'
  let children: EngineChildren
  let dataDir: string
  let engine: ProjectEngine
  const resolveFrom = import.meta.filename

  beforeAll(async () => {
    children = await EngineChildren.prepare()
    dataDir = await temporaryDataDir()
    engine = embeddedEngine({ dataDir, secretFor: testSecret })
  }, 60_000)
  afterAll(async () => {
    await children.dispose()
    await engine.shutdown()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('leaves its clusters running, and the next one adopts them', async () => {
    const child = children.start({ do: 'create', dataDir, ref, resolveFrom })
    expect([await child.says(), await child.says()]).toEqual(['begun', 'done'])
    const pid = await serverPid({ dataDir, ref })
    await child.kill()

    const outside = openDatabase({
      ...(await engine.connection(ref)),
      password: 'owner password',
    })
    expect(await outside.query('select 1 as n')).toEqual([{ n: 1 }])
    await outside.close()

    await engine.start(ref)
    expect(await serverPid({ dataDir, ref })).toBe(pid)
    await writeRows(engine, ref)
  }, 30_000)

  test('is replaced by one that watches adopted clusters like its own', async () => {
    const recovered = nextEvent(engine, 'recovered')
    process.kill(await serverPid({ dataDir, ref }), 'SIGKILL')
    await recovered
    expect(await rowCount(engine, ref)).toBe(20)
  })

  test('together with its cluster: the next start has every acknowledged row', async () => {
    await engine.disconnect()
    const child = children.start({ do: 'start', dataDir, ref, resolveFrom })
    expect([await child.says(), await child.says()]).toEqual(['begun', 'done'])
    const pid = await serverPid({ dataDir, ref })
    await child.kill()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await engine.state(ref)).toBe('stopped')
    await engine.start(ref)
    expect(await rowCount(engine, ref)).toBe(20)
  }, 30_000)

  test('with a running copy: the next start ends its server and deletes it', async () => {
    const child = children.start({ do: 'copy', dataDir, ref, resolveFrom })
    expect([await child.says(), await child.says()]).toEqual(['begun', 'done'])
    await child.kill()
    const copy = join(dataDir, 'scratch.copy')
    const pid = (await findPostmaster(join(copy, 'data')))?.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    await embeddedEngine({ dataDir, secretFor: testSecret }).manifest()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(copy)).toBe(false)
  }, 30_000)

  test('in the middle of a creation: the leftover is absent or can be destroyed', async () => {
    const half = 'halfcreatedhalfcreat'
    for (const waitMs of [0, 80, 160, 300, 500]) {
      // The two last ones are killed while the template is made, too.
      if (waitMs >= 300) await removeTree(join(dataDir, 'templates'))
      const child = children.start({ do: 'create', dataDir, ref: half, resolveFrom })
      await child.says()
      await delay(waitMs)
      await child.kill()
      expect(['absent', 'stopped', 'running']).toContain(await engine.state(half))
      await engine.destroy(half)
      expect(await engine.state(half)).toBe('absent')
      const left = ['', '.partial', '.removed'].map((end) => join(dataDir, 'clusters', half + end))
      expect(left.filter((path) => existsSync(path))).toEqual([])
    }
    await engine.create(half, { ownerPassword: 'x' })
    expect(await engine.health(half)).toEqual({ ok: true })
    await engine.destroy(half)
  }, 60_000)

  test('a directory without a record is no cluster', async () => {
    const half = 'emptyhalfemptyhalf'
    await mkdir(join(dataDir, 'clusters', half, 'data'), { recursive: true })
    expect(await engine.state(half)).toBe('absent')
    await engine.create(half, { ownerPassword: 'x' })
    expect(await engine.state(half)).toBe('running')
    await engine.destroy(half)
  })

  test('an ordinary user runs everything as itself', async (context) => {
    if (process.getuid?.() !== 0) context.skip('this whole run is one of an ordinary user')
    const daemon = { uid: 1, gid: 1 }
    const own = await temporaryDataDir()
    await rm(own, { recursive: true })
    await mkdir(own, { mode: 0o700 })
    await chown(own, daemon.uid, daemon.gid)
    const child = children.start({ do: 'create', dataDir: own, ref, resolveFrom }, daemon)
    expect([await child.says(), await child.says()]).toEqual(['begun', 'done'])
    const pid = await serverPid({ dataDir: own, ref })
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+1\s+1/m)
    process.kill(pid, 'SIGINT')
    await expect.poll(() => isAlive(pid)).toBe(false)
    await child.kill()
    await rm(own, { recursive: true })
  }, 30_000)
})
