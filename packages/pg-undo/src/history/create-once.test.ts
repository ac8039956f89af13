import type { ProjectEngine } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { ensureHistory } from '@basalt/pg-rows'
import { recordMigration } from '@basalt/pg-schema'
import { dataDirectory, type TemporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ensureTrash } from '../trash/storage.ts'

let folder: TemporaryFolder
let engine: ProjectEngine

beforeAll(async () => {
  folder = await dataDirectory()
  engine = embeddedEngine({ dataDir: folder.path, secretFor: (label) => `secret-${label}` })
  await engine.create('shop', { ownerPassword: 'plain-otter-Velvet-41-quarry' })
})
afterAll(async () => {
  await engine.shutdown()
  await engine.disconnect()
  await folder.remove()
})

const makers = [
  ['the history', ensureHistory],
  ['the trash', ensureTrash],
  [
    'the list of migrations',
    (tx: Parameters<typeof ensureHistory>[0]) =>
      recordMigration(tx, {
        version: crypto.randomUUID(),
        name: null,
        statements: [],
        rollback: null,
      }),
  ],
] as const

test('a reader who holds every advisory lock that Basalt ever used blocks nothing', async () => {
  const reader = await (await engine.open('shop', 'read-only')).session()
  await reader.query('select pg_advisory_lock(4703391120 + n) from generate_series(1, 9) n')
  const db = await engine.open('shop', 'owner')
  for (const [, make] of makers) {
    const created = db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '2s'`)
      await make(tx)
      return 'made'
    })
    expect(await created).toBe('made')
  }
  await reader.release()
})

test.each(makers)('concurrent first callers all get the created %s', async (_, make) => {
  const db = await engine.open('shop', 'owner')
  for (let round = 0; round < 3; round++) {
    await db.query('drop schema if exists basalt, basalt_trash, supabase_migrations cascade')
    const created = Array.from({ length: 6 }, () =>
      db.transaction(async (tx) => {
        await make(tx)
        return tx.query('select 1 as n, pg_sleep(0.02)')
      }),
    )
    expect(await Promise.all(created)).toHaveLength(6)
  }
})
