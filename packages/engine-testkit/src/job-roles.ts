import type { EngineFeature } from '@basalt/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

/** Ways back to the role of a session. */
const escapes = ['reset role', 'set role none', 'set session authorization default', 'discard all']

/** Sessions with the rights of one role. An engine that creates clusters has them for every role. */
export function describeJobRoles(subject: Subject, features: readonly EngineFeature[]): void {
  describe('a session with the rights of a role', () => {
    // Before PostgreSQL 16 the owner of a cluster of ours creates no roles.
    let hasRoles = features.includes('create')
    beforeAll(async () => {
      hasRoles &&= (await subject.engine.manifest()).major >= 16
      if (!hasRoles) return
      const db = await subject.open()
      await db.query('create role job_runner nologin')
      await db.query('create table only_owners as select 1 as n')
    })
    afterAll(async () => {
      if (!hasRoles) return
      const db = await subject.open()
      await db.query('drop table only_owners')
      await db.query('drop role job_runner')
    })

    test('has the rights of the owner for the owner', async () => {
      const owner = await subject.open()
      const [own] = await owner.query<{ role: string }>('select current_user::text as role')
      const db = await subject.engine.openAs(subject.ref, own?.role ?? '')
      expect(await db.query('select current_user::text as role')).toEqual([own])
    })

    test.each(escapes)('gains nothing by: %s', async (escape) => {
      if (!hasRoles) return
      const db = await subject.engine.openAs(subject.ref, 'job_runner')
      const session = await db.session()
      const read = () => session.query('select n from only_owners')
      expect(await session.query('select current_user::text as role')).toEqual([
        { role: 'job_runner' },
      ])
      await expect(read()).rejects.toThrow('permission denied')
      await session.query(escape)
      await expect(read()).rejects.toThrow('permission denied')
      await expect(session.query('set role pg_monitor')).rejects.toThrow('permission denied')
      await session.release()
    })

    test('belongs to the role that has the name now', async () => {
      if (!hasRoles) return
      const owner = await subject.open()
      await owner.query('drop role job_runner')
      const missing = subject.engine.openAs(subject.ref, 'job_runner')
      await expect(missing).rejects.toMatchObject({ kind: 'unsupported' })
      await owner.query('create role job_runner nologin')
      const db = await subject.engine.openAs(subject.ref, 'job_runner')
      expect(await db.query('select current_user::text as role')).toEqual([{ role: 'job_runner' }])
    })

    test.each(['basalt_control', 'pg_monitor', 'missing_role'])(
      'is refused for %s',
      async (role) => {
        await expect(subject.engine.openAs(subject.ref, role)).rejects.toMatchObject({
          kind: 'unsupported',
        })
      },
    )
  })
}
