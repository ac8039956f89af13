import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { installMigrations } from '../areas.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { remembered } from './remembered.ts'
import { openStore, type Store } from './store.ts'

let store: Store
let close: () => Promise<void>

beforeAll(async () => {
  const system = await systemDatabase()
  const opened = await openStore(system.address, { migrations: installMigrations })
  store = opened.store
  close = async () => {
    await opened.close()
    await system.drop()
  }
})
afterAll(() => close())

function counted() {
  let reads = 0
  const read = remembered(
    async (from, requested: string) => {
      reads += 1
      const number = reads
      await sql`select pg_sleep(0.05)`.execute(from)
      return `${requested} ${number}`
    },
    (requested) => requested,
  )
  return { read, count: () => reads }
}

test('concurrent callers with the same arguments share one answer', async () => {
  const { read, count } = counted()
  const requested = await Promise.all(Array.from({ length: 50 }, () => read(store, 'ada', false)))
  expect([new Set(requested), count()]).toEqual([new Set(['ada 1']), 1])
  await Promise.all([read(store, 'bob', false), read(store, 'ada', true)])
  expect(count()).toBe(3)
})

test('a caller after a write never gets an answer from before it', async () => {
  const { read } = counted()
  const before = read(store, 'ada', false)
  await store.updateTable('users').set({ is_operator: false }).where('email', '=', '').execute()
  const after = read(store, 'ada', false)
  expect(await Promise.all([before, after])).toEqual(['ada 1', 'ada 2'])
  expect(await read(store, 'ada', false)).toBe('ada 2')
})
