import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { installMigrations } from '../areas.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { remembered } from './remembered.ts'
import { openStore, type OpenStore, type Store, writesTo } from './store.ts'
import { canDecide, quietTables } from './writes.ts'

let drop: () => Promise<void>
let opened: OpenStore
let elsewhere: OpenStore

beforeAll(async () => {
  const database = await systemDatabase()
  drop = database.drop
  opened = await openStore(database.address, { migrations: installMigrations })
  elsewhere = await openStore(database.address, { migrations: installMigrations })
})
afterAll(async () => {
  vi.useRealTimers()
  await opened.close()
  await elsewhere.close()
  await drop()
})

const email = (name: string) => `${name}@example.test`
const insert = (store: Store, name: string) =>
  store
    .insertInto('users')
    .values({ email: email(name), name: '0' })
    .execute()
const rename = (store: Store, user: string, name: string) =>
  store.updateTable('users').set({ name }).where('email', '=', email(user)).execute()
/** A write that no trigger notices. */
const renameUnnoticed = (user: string, name: string) =>
  elsewhere.store.transaction().execute(async (tx) => {
    await sql`alter table users disable trigger notify_change`.execute(tx)
    await rename(tx, user, name)
    await sql`alter table users enable trigger notify_change`.execute(tx)
  })
const readName = async (store: Store, user: string) =>
  (
    await store
      .selectFrom('users')
      .select('name')
      .where('email', '=', email(user))
      .executeTakeFirst()
  )?.name ?? undefined

/** Reads names, and counts the queries. */
function names() {
  const read = vi.fn<typeof readName>(readName)
  const known = remembered(read, (user: string) => user)
  return {
    of: (user: string, skipsCache = false) => known(opened.store, user, skipsCache),
    requested: () => read.mock.calls.length,
    read,
  }
}

test('a cached answer is not queried again until a write', async () => {
  await insert(opened.store, 'olga')
  const name = names()
  expect([await name.of('olga'), await name.of('olga'), name.requested()]).toEqual(['0', '0', 1])
  await rename(opened.store, 'olga', '1')
  expect([await name.of('olga'), await name.of('olga'), name.requested()]).toEqual(['1', '1', 2])
  await opened.store.deleteFrom('users').where('email', '=', email('olga')).execute()
  expect([await name.of('olga'), await name.of('olga'), name.requested()]).toEqual([
    undefined,
    undefined,
    4,
  ])
})

test('a caller can bypass the cache', async () => {
  await insert(opened.store, 'ines')
  const name = names()
  await name.of('ines')
  await renameUnnoticed('ines', '1')
  expect([await name.of('ines'), await name.of('ines', true)]).toEqual(['0', '1'])
})

test('the write of a transaction invalidates when it ends, and not before', async () => {
  await insert(opened.store, 'ruth')
  const name = names()
  await opened.store.transaction().execute(async (tx) => {
    await rename(tx, 'ruth', '1')
    expect([await name.of('ruth'), await readName(tx, 'ruth')]).toEqual(['0', '1'])
    await tx.selectFrom('users').selectAll().execute()
    expect(await name.of('ruth')).toBe('0')
  })
  expect(await name.of('ruth')).toBe('1')

  const undone = opened.store.transaction().execute(async (tx) => {
    await rename(tx, 'ruth', '2')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await name.of('ruth')).toBe('1')
})

test('an answer that was pending during a write is not cached', async () => {
  await insert(opened.store, 'vera')
  const name = names()
  let resume = () => undefined as void
  const held = new Promise<void>((resolve) => (resume = resolve))
  let reportRead = () => undefined as void
  const wasRead = new Promise<void>((resolve) => (reportRead = resolve))
  name.read.mockImplementationOnce(async (store, user) => {
    const before = await readName(store, user)
    reportRead()
    await held
    return before
  })
  const early = name.of('vera')
  // The statements run on two connections: the read has to be over before the write.
  await wasRead
  await rename(opened.store, 'vera', '1')
  resume()
  expect(await early).toBe('0')
  expect(await name.of('vera')).toBe('1')
})

test('a write of another process invalidates once it is committed', async () => {
  await insert(opened.store, 'mona')
  const name = names()
  await name.of('mona')
  await elsewhere.store.transaction().execute((tx) => rename(tx, 'mona', '1'))
  await expect.poll(() => name.of('mona'), { timeout: 5000, interval: 5 }).toBe('1')
})

test('a write without a trigger is visible ten seconds later', async () => {
  await insert(opened.store, 'nell')
  const name = names()
  await name.of('nell')
  await renameUnnoticed('nell', '1')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9000 })
  expect(await name.of('nell')).toBe('0')
  vi.setSystemTime(Date.now() + 1000)
  expect(await name.of('nell')).toBe('1')
  vi.useRealTimers()
})

test('a notification of an own write does not invalidate again', async () => {
  await insert(opened.store, 'lena')
  const name = names()
  await rename(opened.store, 'lena', '1')
  await name.of('lena')
  // Notifications arrive in the order of their commits: this one follows the own one.
  const before = writesTo(opened.store)?.count ?? 0
  await rename(elsewhere.store, 'lena', '2')
  await expect.poll(() => writesTo(opened.store)?.count).toBe(before + 1)
  expect([await name.of('lena'), await name.of('lena'), name.requested()]).toEqual(['2', '2', 2])
})

test('while notifications are interrupted every read is a query, and then no longer', async () => {
  await insert(opened.store, 'rosa')
  const name = names()
  const isListening = () => writesTo(opened.store)?.isListening
  await name.of('rosa')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = current_database()`.execute(elsewhere.store)
  await expect.poll(isListening, { interval: 5 }).toBe(false)
  await renameUnnoticed('rosa', '1')
  expect([await name.of('rosa'), await name.of('rosa'), name.requested()]).toEqual(['1', '1', 3])
  await expect.poll(isListening).toBe(true)
  expect([await name.of('rosa'), await name.of('rosa'), name.requested()]).toEqual(['1', '1', 4])
})

test('a transaction does not use the cache', async () => {
  await insert(opened.store, 'dora')
  const known = remembered(readName, (user: string) => user)
  await opened.store.transaction().execute(async (tx) => {
    expect(await known(tx, 'dora', false)).toBe('0')
    await rename(tx, 'dora', '1')
    expect(await known(tx, 'dora', false)).toBe('1')
  })
})

test('with any concurrent writes, the next read returns the acknowledged state', async () => {
  await insert(opened.store, 'nora')
  const name = names()
  let last = 0
  let done = 0
  const write = async (isTransaction: boolean, fails: boolean) => {
    last += 1
    const next = last
    const work = (store: Store) =>
      store
        .updateTable('users')
        .set({ name: sql<string>`greatest(name::int, ${next})::text` })
        .where('email', '=', email('nora'))
        .execute()
    await (isTransaction ? opened.store.transaction().execute(work) : work(opened.store))
    done = Math.max(done, next)
    if (fails) await sql`update users set no_such_column = 1`.execute(opened.store).catch(() => {})
  }
  const read = async () => {
    const least = done
    expect(Number(await name.of('nora'))).toBeGreaterThanOrEqual(least)
  }
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.constant('read' as const) },
    fc.record({ isTransaction: fc.boolean(), fails: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { maxLength: 6 }), { maxLength: 5 }),
      async (rounds) => {
        for (const round of rounds) {
          await Promise.all(
            round.map((one) => (one === 'read' ? read() : write(one.isTransaction, one.fails))),
          )
          await read()
        }
      },
    ),
    { numRuns: 60 },
  )
  expect(await name.of('nora')).toBe(String(last))
})

test('an edit’s audit entry invalidates nothing', async () => {
  const writes = writesTo(opened.store)
  const before = writes?.count
  await sql`insert into audit_chains (chain) values ('quiet')`.execute(opened.store)
  await opened.store.transaction().execute(async (tx) => {
    await sql`select 1 from audit_chains where chain = 'quiet' for no key update`.execute(tx)
    await tx
      .updateTable('audit_chains')
      .set({ last_number: '0' })
      .where('chain', '=', 'quiet')
      .execute()
  })
  expect(writes?.count).toBe(before)
  await rename(opened.store, 'nobody', '1')
  expect(writes?.count).toBe((before ?? 0) + 1)
})

test('a statement counts unless it only reads or writes quiet tables', () => {
  const counts = [
    'update "members" set "role" = $1',
    'delete from members using users',
    'insert into "sessions" ("id") values ($1) on conflict do nothing',
    'insert into "audit_log" select 1; delete from users',
    'with removed as (delete from "passkeys" returning 1) select * from removed',
    'with a as (insert into audit_log values (1)) update only projects set status = $1',
    'UPDATE\n  ONLY\n "organizations" SET name = $1',
    'truncate audit_log, users',
    'update /* all */ users set name = $1',
    'delete from only (users)',
    'with m as (merge into users using members on true when matched then delete) select 1',
    'merge into "members" using users on true when matched then delete',
    'alter table users add column more text',
    'set role somebody',
    'rollback to savepoint s',
  ]
  const quiet = [
    'select * from "members"',
    'select 1 from "users" for update',
    'select 1 from "users" for no key update skip locked',
    'update "audit_chains" set "last_number" = $1',
    'insert into "egress_counters" values ($1) on conflict ("id") do update set "bytes" = $2',
    'with e as (update audit_chains set a = 1 returning 1) insert into audit_log select 1 from e',
    'begin',
    'start transaction isolation level repeatable read',
  ]
  expect(counts.filter((text) => !canDecide(text))).toEqual([])
  expect(quiet.filter(canDecide)).toEqual([])
})

test('no foreign key references the quiet tables', async () => {
  const { rows } = await sql<{ table: string; follows: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as follows
    from pg_constraint where contype = 'f'
      and confrelid = any (${quietTables}::text[]::regclass[])
      and conrelid <> all (${quietTables}::text[]::regclass[])`.execute(opened.store)
  expect(rows).toEqual([])
  const { rows: triggers } = await sql<{ on: string; does: string }>`
    select tgrelid::regclass::text as on, tgfoid::regproc::text as does
    from pg_trigger where not tgisinternal
      and tgrelid = any (${quietTables}::text[]::regclass[])`.execute(opened.store)
  expect(triggers).toEqual([{ on: 'audit_log', does: 'refuse_audit_change' }])
})

test('every table that counts notifies other processes', async () => {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname <> all (${[...quietTables, 'migrations']}::text[])
      and not exists (select from pg_trigger where tgrelid = pg_class.oid
        and tgname = 'notify_change' and tgenabled = 'O')`.execute(opened.store)
  expect(rows).toEqual([])
})
