import { projects } from '@basalt/contract/project/projects'
import type { ProjectEngine } from '@basalt/engine'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'
import { DiskGuard } from './disk-guard.ts'

const mib = 1024 * 1024

let install: TestInstall
let client: ConnectedClient
let slug: string
let ref: string
let guard: DiskGuard
/** The reported usage of the projects and free space of the disk; null for real values. */
let reported: { databaseBytes: number | null; freeBytes: number | null }

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
  ref = (await createProject(client, slug)).ref
  // The install's own guard has its first check before the tests do.
  await install.disks.measure(null)
})
afterAll(() => install.close())

beforeEach(() => {
  reported = { databaseBytes: null, freeBytes: null }
  guard = new DiskGuard({
    ...install.parts,
    engine: measuring(install.engine),
    log: install.parts.logger,
  })
})

/** The real engine, on a disk as full as a test requires. */
function measuring(engine: ProjectEngine): ProjectEngine {
  return new Proxy(engine, {
    get(target, name: keyof ProjectEngine) {
      const real = target[name]
      if (name === 'usage') {
        return async () => {
          const usage = await target.usage(ref)
          return { ...usage, databaseBytes: reported.databaseBytes ?? usage.databaseBytes }
        }
      }
      return typeof real === 'function' ? real.bind(target) : real
    },
  })
}

const appearance = (usedBytes: number | null, freeBytes = 100_000 * mib) => {
  reported.databaseBytes = usedBytes
  return guard.measure(freeBytes)
}

const write = async () => {
  const db = await install.engine.open(ref, 'owner')
  return db.query('create table if not exists grown (n int)').catch((error: unknown) => error)
}
const refused = { sql: { sqlstate: '25006' } }

test('the Free plan is warned, then read-only at 500 MB at once, and writable with less', async () => {
  await appearance(400 * mib)
  expect(guard.read(ref)).toMatchObject({ state: 'warning', quota_bytes: 500 * mib })
  await appearance(490 * mib)
  expect(guard.read(ref)?.state).toBe('critical')
  expect(await write()).toEqual([])

  await appearance(500 * mib)
  expect(guard.read(ref)).toEqual({ state: 'full', used_bytes: 500 * mib, quota_bytes: 500 * mib })
  await expect.poll(write).toMatchObject(refused)
  const db = await install.engine.open(ref, 'owner')
  const freeing = await db.session()
  await freeing.query('set default_transaction_read_only = off')
  await freeing.query('drop table grown')
  await freeing.release()

  await appearance(100 * mib)
  await expect.poll(write).toEqual([])
  const rows = await install.store
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'project.read_only_changed')
    .orderBy('at')
    .execute()
  expect(rows.map(({ after }) => JSON.parse(after ?? '') as unknown)).toEqual([
    expect.objectContaining({ is_read_only: true }),
    expect.objectContaining({ is_read_only: false }),
  ])
})

test('a writer that continues to grow is terminated repeatedly', async () => {
  await appearance(500 * mib)
  const db = await install.engine.open(ref, 'owner')
  const begin = async () => {
    const session = await db.session()
    await session.query('begin read write')
    await session.query('create table growing (n int)')
    return session
  }
  const small = await begin()
  await appearance(510 * mib)
  expect(await small.query('select 1 as n')).toEqual([{ n: 1 }])
  await appearance(540 * mib)
  await expect(small.query('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
  await small.release()
  await appearance(null)
})

test('a full disk makes every project read-only, on every plan, until it has space', async () => {
  const { freeDiskBytes } = install.parts.resources.limits
  await appearance(null, freeDiskBytes - 1)
  expect(guard.read(ref)?.state).toBe('host_full')
  await expect.poll(write).toMatchObject(refused)
  expect(guard.isHostFull).toBe(true)
  await appearance(null, freeDiskBytes + 1)
  expect(guard.isHostFull).toBe(true)
  await appearance(null, freeDiskBytes * 2)
  expect(guard.read(ref)?.state).toBe('ok')
  await expect.poll(write).toEqual([])
})

test('the limits of the plan are applied, and the project detail has the disk usage', async () => {
  await appearance(null)
  const db = await install.engine.open(ref, 'owner')
  await expect.poll(() => db.query('show temp_file_limit')).toEqual([{ temp_file_limit: '512MB' }])
  const team = { plan: 'team' } as const
  await install.store.updateTable('organizations').set(team).where('slug', '=', slug).execute()
  await appearance(null)
  await expect.poll(() => db.query('show temp_file_limit')).toEqual([{ temp_file_limit: '16GB' }])
  await install.disks.measure(null)
  const detail = await client.call(projects.detail, { params: { ref } })
  expect(detail.disk).toMatchObject({ state: 'ok', quota_bytes: 512 * 1024 * mib })
})

test('a stopped project is not measured', async () => {
  await appearance(null)
  const status = { status: 'INACTIVE' } as const
  await install.store.updateTable('projects').set(status).where('ref', '=', ref).execute()
  await appearance(null)
  expect(guard.read(ref)).toBeNull()
})
