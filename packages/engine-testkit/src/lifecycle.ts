import type { EngineFeature } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const unknownRef = 'zzzzzzzzzzzzzzzzzzzz'
const newRef = 'newprojectnewproject'

export function describeLifecycle(subject: Subject, features: readonly EngineFeature[]): void {
  const has = (feature: EngineFeature) => features.includes(feature)

  describe('a running database', () => {
    test('has exactly the features that this engine must have', () => {
      expect([...subject.engine.features].toSorted()).toEqual(features.toSorted())
    })

    test('offers each placement once', () => {
      const places = subject.engine.placements.map((one) => `${one.provider} ${one.region}`)
      expect(new Set(places).size).toBe(places.length)
    })

    test('is described by its manifest', async () => {
      const manifest = await subject.engine.manifest()
      expect(manifest.major).toBeGreaterThanOrEqual(15)
      expect(manifest.version.startsWith(String(manifest.major))).toBe(true)
      expect(manifest.extensions).toContain('plpgsql')
    })

    test('is running, healthy and reports its address', async () => {
      const { engine, ref } = subject
      expect(await engine.state(ref)).toBe('running')
      expect(await engine.health(ref)).toEqual({ ok: true })
      const connection = await engine.connection(ref)
      expect(connection).toMatchObject({ host: expect.any(String), user: expect.any(String) })
      expect(connection.port).toBeGreaterThan(0)
    })

    test('starting it again changes nothing', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      const [before] = await db.query('select pg_postmaster_start_time() as at')
      await Promise.all([engine.start(ref), engine.start(ref)])
      expect(await db.query('select pg_postmaster_start_time() as at')).toEqual([before])
    })

    test('opens again after the engine released it', async () => {
      const { engine, ref } = subject
      await engine.disconnect()
      const db = await engine.open(ref, 'owner')
      expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    })
  })

  describe('an unknown project', () => {
    test('is absent, and every call reports it', async () => {
      const { engine } = subject
      const failure = { name: 'EngineError', kind: 'unknown-project' }
      expect(await engine.state(unknownRef)).toBe('absent')
      await expect(engine.open(unknownRef, 'owner')).rejects.toMatchObject(failure)
      await expect(engine.health(unknownRef)).rejects.toMatchObject(failure)
      await expect(engine.connection(unknownRef)).rejects.toMatchObject(failure)
      await expect(engine.start(unknownRef)).rejects.toMatchObject(failure)
      await expect(engine.open('../escape', 'owner')).rejects.toMatchObject(failure)
    })
  })

  describe.runIf(has('pause'))('pausing', () => {
    test('a stopped database is unreachable and keeps its data', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      await db.query('create table kept as select 7 as n')
      await engine.stop(ref)
      expect(await engine.state(ref)).toBe('stopped')
      expect(await engine.health(ref)).toMatchObject({ ok: false })
      await expect(engine.open(ref, 'owner')).rejects.toMatchObject({ kind: 'unreachable' })
      await engine.stop(ref)
      await engine.start(ref)
      const again = await subject.open()
      expect(await again.query('select n from kept')).toEqual([{ n: 7 }])
      await again.query('drop table kept')
    })
  })

  describe.runIf(has('restart'))('restarting', () => {
    test('a database that was opened before works again afterwards', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      const at = 'select pg_postmaster_start_time() as at'
      const [before] = await db.query(at)
      await engine.restart(ref)
      expect(await db.query(at)).not.toEqual([before])
    })
  })

  describe.runIf(has('create') && has('destroy'))('creating and destroying', () => {
    test('a new database is separate and is deleted completely', async () => {
      const { engine } = subject
      await engine.create(newRef, { ownerPassword: "pass'word \\ 1" })
      expect(await engine.state(newRef)).toBe('running')
      const twice = engine.create(newRef, { ownerPassword: 'other' })
      await expect(twice).rejects.toMatchObject({ kind: 'create-failed' })
      const db = await engine.open(newRef, 'owner')
      await db.query('create table own_table (n int)')
      const other = await subject.open()
      expect((await other.text(`select to_regclass('own_table')`)).rows).toEqual([[null]])
      await engine.destroy(newRef)
      expect(await engine.state(newRef)).toBe('absent')
      await engine.destroy(newRef)
    })
  })

  describe('a missing feature', () => {
    const limits = { tempFileBytes: 1, slotWalBytes: 1, connections: 1 }
    const password = { ownerPassword: 'x', endSessions: false }
    const calls = [
      ['create', () => subject.engine.create(newRef, { ownerPassword: 'x' })],
      ['destroy', () => subject.engine.destroy(subject.ref)],
      ['pause', () => subject.engine.stop(subject.ref)],
      ['restart', () => subject.engine.restart(subject.ref)],
      ['password', () => subject.engine.setOwnerPassword(subject.ref, password)],
      ['limits', () => subject.engine.limit(subject.ref, limits)],
      ['limits', () => subject.engine.usage(subject.ref)],
      ['limits', () => subject.engine.setReadOnly(subject.ref, true)],
      ['limits', () => subject.engine.maintain(subject.ref)],
      ['limits', () => subject.engine.cancelTempFiles(subject.ref, 1)],
      ['logs', () => subject.engine.readLog(subject.ref, null, { maxBytes: 1 })],
    ] as const
    const missing = calls.filter(([feature]) => !has(feature))
    test.runIf(missing.length > 0)('is refused as unsupported', async () => {
      for (const [, call] of missing) {
        await expect(call()).rejects.toMatchObject({ kind: 'unsupported' })
      }
      expect(await subject.engine.state(subject.ref)).toBe('running')
    })
  })
}
