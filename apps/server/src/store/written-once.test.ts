import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { installMigrations } from '../areas.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { openStore, type OpenStore, type Store } from './store.ts'
import { writtenOnce } from './written-once.ts'

let drop: () => Promise<void>
let opened: OpenStore

beforeAll(async () => {
  const database = await systemDatabase('empty')
  drop = database.drop
  opened = await openStore(database.address, { migrations: installMigrations })
})
afterAll(async () => {
  await opened.close()
  await drop()
})

type Requested = { word: string | null; at: Date; hash: Buffer }

const write = vi.fn<(store: Store, requested: Requested) => ReturnType<typeof compiled>>()
const compiled = (store: Store, { word, at, hash }: Requested) =>
  sql<Requested & { again: string }>`
    select ${word}::text as word, ${at}::timestamptz as at, ${hash}::bytea as hash,
      ${word}::text as again`.compile(store)

test('a statement is built once and run with its own values each time', async () => {
  write.mockImplementation(compiled)
  const read = writtenOnce(write)
  const first = { word: 'one', at: new Date('2026-01-02T03:04:05Z'), hash: Buffer.from('a') }
  const second = { word: null, at: new Date('2026-06-07T08:09:10Z'), hash: Buffer.from('b') }
  const answers = [await read(opened.store, first), await read(opened.store, second)]
  expect(answers).toEqual([[{ ...first, again: 'one' }], [{ ...second, again: null }]])
  expect(write).toHaveBeenCalledOnce()
})

test('it is a part of the transaction that it runs in', async () => {
  const rename = writtenOnce((store: Store, { name }: { name: string }) =>
    store
      .updateTable('audit_chains')
      .set({ chain: name })
      .where('chain', '=', 'before')
      .returning('chain')
      .compile(),
  )
  await opened.store.insertInto('audit_chains').values({ chain: 'before' }).execute()
  const undone = opened.store.transaction().execute(async (tx) => {
    expect(await rename(tx, { name: 'after' })).toEqual([{ chain: 'after' }])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const chains = await opened.store.selectFrom('audit_chains').select('chain').execute()
  expect(chains.map(({ chain }) => chain)).toContain('before')
})
