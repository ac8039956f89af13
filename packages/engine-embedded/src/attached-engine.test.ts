import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ProjectEngine } from '@basalt/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { attachedEngine, findCluster } from './attached-engine.ts'
import { embeddedCluster } from './embedded-cluster.ts'
import { engineWithProject } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

let running: Awaited<ReturnType<typeof engineWithProject>>
let attached: ProjectEngine

beforeAll(async () => {
  running = await engineWithProject()
  attached = attachedEngine({ dataDir: running.dataDir, secretFor: testSecret })
}, 60_000)
afterAll(async () => {
  await attached.disconnect()
  await running.dispose()
})

test('opens a cluster that another engine runs, as its owner and as a role for jobs', async () => {
  const { ref } = running
  expect(await attached.state(ref)).toBe('running')
  expect(await attached.health(ref)).toEqual({ ok: true })
  const db = await attached.open(ref, 'owner')
  await db.query('create table notes (id int)')
  await db.query('create role clerk')
  await db.query('grant clerk to postgres')
  const clerk = await attached.openAs(ref, 'clerk')
  expect(await clerk.query('select current_user::text as name')).toEqual([{ name: 'clerk' }])
  const reader = await attached.open(ref, 'read-only', { id: 'reader', name: 'A reader' })
  expect(await reader.query('select * from notes')).toEqual([])
  expect((await attached.usage(ref)).databaseBytes).toBeGreaterThan(0)
})

test('two engines create the login of a role at the same time', async () => {
  const { engine, ref } = running
  const db = await engine.open(ref, 'owner')
  for (const role of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
    await db.query(`create role ${role}`)
    await db.query(`grant ${role} to postgres`)
    const opened = await Promise.all([attached, engine].map((one) => one.openAs(ref, role)))
    for (const own of opened) {
      expect(await own.query('select current_user::text as name')).toEqual([{ name: role }])
    }
  }
})

test('a role that was dropped and created again is opened with its new rights', async () => {
  const { engine, ref } = running
  const db = await engine.open(ref, 'owner')
  const create = ['create role again', 'grant again to postgres']
  for (const statement of create) await db.query(statement)
  for (const one of [attached, engine]) await (await one.openAs(ref, 'again')).query('select 1')
  for (const statement of ['drop role again', ...create]) await db.query(statement)
  for (const one of [attached, engine]) {
    const own = await one.openAs(ref, 'again')
    expect(await own.query('select current_user::text as name')).toEqual([{ name: 'again' }])
  }
})

test('a stopped cluster is unreachable, is not started, and is found again when it runs', async () => {
  const { engine, ref } = running
  await engine.stop(ref)
  await expect(attached.open(ref, 'owner')).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await attached.state(ref)).toBe('stopped')
  expect(await engine.state(ref)).toBe('stopped')
  await engine.start(ref)
  const db = await attached.open(ref, 'owner')
  expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
})

test('it starts, stops and removes nothing', async () => {
  const { engine, ref, dataDir } = running
  const leftover = join(dataDir, 'clusters', 'other.partial')
  await mkdir(leftover)
  const mark = { home: 'other', pid: 2 ** 22, startedAt: 'long ago' }
  await writeFile(join(leftover, 'creation.json'), JSON.stringify(mark))
  const other = attachedEngine({ dataDir, secretFor: testSecret })
  expect((await other.manifest()).major).toBeGreaterThan(0)
  await expect(other.open('unknown', 'owner')).rejects.toMatchObject({ kind: 'unknown-project' })
  for (const refused of [other.start(ref), other.stop(ref), other.destroy(ref)]) {
    await expect(refused).rejects.toMatchObject({ kind: 'unsupported' })
  }
  await other.shutdown()
  expect(existsSync(leftover)).toBe(true)
  expect(await engine.health(ref)).toEqual({ ok: true })
})

test('the cluster of the control plane is found while it runs', async () => {
  const { dataDir } = running
  const options = { dataDir, secretFor: testSecret, name: 'system' }
  expect(await findCluster(options)).toBeNull()
  const cluster = embeddedCluster(options)
  const address = await cluster.start()
  expect(await findCluster(options)).toEqual(address)
  await cluster.stop()
  expect(await findCluster(options)).toBeNull()
})
