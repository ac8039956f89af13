import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { hasWritten, reportHeld, type WrittenBefore, writtenBefore } from './held-report.ts'
import { storedBySession } from './stores-changes.ts'
import { getRewritten, tableSizes, getExisting } from './table-sizes.ts'

let project: TestDatabase
let db: ProjectDatabase
let session: DatabaseSession

beforeAll(async () => {
  project = await projectDatabase()
  db = project.db
})
afterAll(() => project.dispose())
beforeEach(async () => {
  session = await db.session()
})
afterEach(() => session.release())

const run = async (...statements: string[]) => {
  for (const statement of statements) await session.text(statement)
}

describe('the state of a session', () => {
  test.each([
    ['nothing at first', 'select 1', []],
    ['temporary tables', 'create temporary table t (id int)', ['temporary tables']],
    ['settings', "set work_mem = '5MB'", ['settings']],
    ['prepared statements', 'prepare p as select 1', ['prepared statements']],
    ['cursors', 'declare c cursor with hold for select 1', ['cursors']],
    ['subscriptions', 'listen changes', ['subscriptions to notifications']],
    ['advisory locks', 'select pg_advisory_lock(7)', ['advisory locks']],
    ['nothing of what ended with its transaction', "set local work_mem = '5MB'", []],
  ])('%s', async (_, statement, stored) => {
    await run(statement)
    expect(await storedBySession(session, {})).toEqual(stored)
  })

  test('leaves out settings that were made for its user, unless the user changed them', async () => {
    await run("set statement_timeout = '5s'")
    expect(await storedBySession(session, { statement_timeout: '5000' })).toEqual([])
    await run("set statement_timeout = '6s'")
    expect(await storedBySession(session, { statement_timeout: '5000' })).toEqual(['settings'])
  })
})

describe('the report of an open transaction', () => {
  let earlier: WrittenBefore
  const begin = async (...statements: string[]) => {
    await run('begin')
    earlier = await writtenBefore(session)
    await run(...statements)
  }

  beforeEach(async () => {
    await db.text('drop table if exists lines, orders')
    await db.text('create table orders (id int primary key, state text)')
    await db.text('create table lines (id int primary key, "order" int references orders)')
    await db.text("insert into orders select n, 'open' from generate_series(1, 30) n")
    await db.text('insert into lines values (1, 1), (2, 2)')
    await db.text('analyze orders')
  })

  test('has rows before and after, and the locks', async () => {
    await begin(
      "update orders set state = 'paid' where id = 2",
      'delete from orders where id = 3',
      "insert into orders values (31, 'new')",
    )
    const { tables, locks } = await reportHeld(session, db, earlier)
    expect(tables).toEqual([
      {
        schema: 'public',
        name: 'orders',
        inserted: 1,
        updated: 1,
        deleted: 1,
        of: { rows: 30, is_exact: true },
        change: null,
        before: {
          columns: ['id', 'state'],
          rows: expect.arrayContaining([
            ['2', 'open'],
            ['3', 'open'],
          ]),
        },
        after: {
          columns: ['id', 'state'],
          rows: expect.arrayContaining([
            ['2', 'paid'],
            ['31', 'new'],
          ]),
        },
        unseen: null,
      },
    ])
    expect(locks).toContainEqual({ mode: 'RowExclusiveLock', on: 'public.orders' })
    expect(session.transactionState()).toBe('open')
  })

  test('does not take rows that are only locked for changed ones', async () => {
    await begin('select from orders where id = 5 for update', 'delete from orders where id = 6')
    const { tables } = await reportHeld(session, db, earlier)
    expect(tables[0]?.before?.rows).toEqual([['6', 'open']])
  })

  test('leaves settings unchanged, and reports why rows cannot be shown', async () => {
    await begin(
      "set local statement_timeout = '7s'",
      'alter table orders add note text',
      "update orders set note = 'x' where id = 1",
    )
    const { tables } = await reportHeld(session, db, earlier)
    expect(tables[0]).toMatchObject({
      updated: 1,
      unseen: 'It is locked until you commit or roll back',
    })
    const { rows } = await session.text('show statement_timeout')
    expect(rows).toEqual([['7s']])
  })

  test('shows few rows of many, and truncates long values', async () => {
    await begin("update orders set state = repeat('x', 5000)")
    const { tables } = await reportHeld(session, db, earlier)
    expect(tables[0]?.after?.rows).toHaveLength(10)
    expect(tables[0]?.before?.rows).toHaveLength(10)
    expect(tables[0]?.after?.rows[0]?.[1]).toHaveLength(201)
  })

  test('ignores earlier transactions of the connection', async () => {
    await run('begin', "insert into orders values (40, 'removed')", 'rollback')
    await run("insert into orders values (41, 'there')")
    await begin('delete from lines where id = 1')
    const { tables } = await reportHeld(session, db, earlier)
    expect(tables).toMatchObject([{ name: 'lines', deleted: 1 }])
  })

  test('lists tables that were dropped, emptied or rewritten as a whole, and new ones', async () => {
    await begin(
      'alter table orders alter column id type bigint',
      'truncate lines',
      'create table later as select 1 as n',
    )
    const { tables } = await reportHeld(session, db, earlier)
    const reported = Object.fromEntries(
      tables.map(({ name, of, change: outcome }) => [name, [of?.rows ?? null, outcome]]),
    )
    expect(reported).toEqual({
      later: [null, 'created'],
      lines: [null, 'emptied'],
      orders: [30, 'rewritten'],
    })
    await run('rollback')
    await begin('alter table orders drop column state', 'lock table lines')
    const altered = await reportHeld(session, db, earlier)
    expect(altered.tables).toMatchObject([{ name: 'orders', change: 'altered', unseen: null }])
    await run('rollback')
    await begin('drop table lines')
    const dropped = await reportHeld(session, db, earlier)
    expect(dropped.tables).toMatchObject([{ schema: 'public', name: 'lines', change: 'dropped' }])
    expect(dropped.locks).toContainEqual({ mode: 'AccessExclusiveLock', on: 'public.lines' })
  })

  test('reports counted rows that cannot be found again', async () => {
    await begin('savepoint a', 'delete from orders where id > 3', 'rollback to a')
    const { tables } = await reportHeld(session, db, earlier)
    expect(tables).toMatchObject([
      { deleted: 27, unseen: 'Its rows were written inside a savepoint, or were deleted again' },
    ])
  })

  test('knows whether there is anything to commit', async () => {
    await begin('select count(*) from orders', 'lock table orders in share mode')
    expect(await hasWritten(session)).toBe(false)
    await run('select from orders where id = 5 for update')
    expect(await hasWritten(session)).toBe(true)
  })

  test('is empty without writes', async () => {
    await begin('select count(*) from orders')
    expect(await reportHeld(session, db, earlier)).toEqual({ tables: [], locks: [] })
  })
})

test('the size of tables is reported by the names that a script uses', async () => {
  await run(
    'create table "Large One" (id int)',
    'insert into "Large One" select generate_series(1, 5000)',
  )
  await run('analyze "Large One"')
  const sizes = await tableSizes(db, [
    '"Large One"',
    'public."Large One"',
    'nowhere',
    'pg_catalog.',
    '',
  ])
  expect([...sizes.keys()].toSorted()).toEqual(['"Large One"', 'public."Large One"'])
  expect(sizes.get('"Large One"')).toMatchObject({ rows: 5000 })
  expect(sizes.get('"Large One"')?.bytes).toBeGreaterThan(100_000)
})

test.each([
  ['text', [], 'a b', 'c d e f'],
  ['varchar', [], 'a b', 'c d e f'],
  ['varchar', [5], 'b', 'a c d e f'],
  ['varchar', [4], '', 'a b c d e f'],
  ['numeric', [], 'e f', 'a b c d'],
  ['numeric', [12, 2], 'e', 'a b c d f'],
  ['numeric', [12, 3], '', 'a b c d e f'],
  ['numeric', [9, 2], '', 'a b c d e f'],
])('columns that become %s%j: "%s" stay, "%s" are rewritten', async (...target) => {
  const [type, limits, stored, again] = target
  await run(
    'drop table if exists kinds',
    'create table kinds (a text, b varchar(5), c int, d char(3), e numeric(10,2), f numeric)',
    "insert into kinds values ('1', '1', 1, '1', 1, 1)",
  )
  const file = async () => (await session.text("select pg_relation_filenode('kinds')")).rows[0]?.[0]
  for (const name of [...stored.split(' '), ...again.split(' ')].filter((one) => one !== '')) {
    const before = await file()
    const limit = limits.length === 0 ? '' : `(${limits.join(', ')})`
    const requested = { name: 'public.kinds', columns: [{ name, type, limits }] }
    const isAnnounced = (await getRewritten(db, [requested])).has('public.kinds')
    await run(
      'begin',
      `alter table kinds alter ${name} type ${type}${limit} using ${name}::${type}${limit}`,
    )
    const isRewritten = (await file()) !== before
    await run('rollback')
    expect([name, isAnnounced]).toEqual([name, again.split(' ').includes(name)])
    // At least the tables that PostgreSQL rewrites.
    expect(isAnnounced || !isRewritten).toBe(true)
  }
})

test('a missing table is neither rewritten nor found', async () => {
  await run('create table if not exists present (a text)')
  const removed = { name: 'removed', columns: [{ name: 'a', type: 'varchar', limits: [1] }] }
  expect([...(await getRewritten(db, [removed, { ...removed, name: '"' }]))]).toEqual([])
  expect([...(await getRewritten(db, []))]).toEqual([])
  expect([...(await getExisting(db, ['present', 'removed', 'public.present', '"', '']))]).toEqual([
    'present',
    'public.present',
  ])
})
