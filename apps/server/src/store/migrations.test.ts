import { Pool, type PoolConfig } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { installMigrations } from '../areas.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { mergeMigrations, migrate, requireMigrated } from './migrations.ts'

let pool: Pool
let address: PoolConfig
let end: () => Promise<void>

beforeAll(async () => {
  const database = await systemDatabase('empty')
  address = database.address
  pool = new Pool(address)
  // A connection may still be closing when the database is dropped, which causes an error event.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  end = async () => {
    await pool.end()
    await database.drop()
  }
})
afterAll(() => end())

beforeEach(async () => {
  await pool.query('drop schema if exists public, logs, log_sources cascade; create schema public')
})

/** The first digits of the checksum with which installs have each of them. */
const released = {
  '0001-foundation': '83e3ee93',
  '0002-audit': '46c323b6',
  '0003-members': '1eb45cf7',
  '0004-second-factors': '787a0f53',
  '0005-tokens': '68cd94b1',
  '0006-single-sign-on': '15e7f056',
  '0007-organizations': 'f06c9282',
  '0008-operators': 'edbaddc5',
  '0009-billing': 'f1cc1862',
  '0010-support': 'cae0a822',
  '0011-status': 'e5038490',
  '0012-previews': 'b599d75e',
  '0013-read-only-projects': '9fff6a34',
  '0014-company-size': '3fa44c45',
  '0015-snippets': 'e500d5a6',
  '0016-query-runs': 'a2743f43',
  '0017-sql-habits': 'c989b51e',
  '0018-home-blocks': '2e9af7fc',
  '0019-secret-key-check': 'f89dd2e1',
  '0020-incident-regions': '2ee6b8d2',
  '0021-snippet-version-visibility': 'f18c6428',
  '0022-change-notices': '0b026622',
  '0023-gateway-requests': '6a4e9a0d',
}

const one = { name: '0001-one', sql: 'create table one (id int)' }
const two = { name: '0002-two', sql: 'create table two (id int)' }

test('every migration is applied once, also when two processes start at the same time', async () => {
  await Promise.all([migrate(pool, [one, two]), migrate(pool, [one, two])])
  const { rows } = await pool.query('select name from migrations order by name')
  expect(rows).toEqual([{ name: '0001-one' }, { name: '0002-two' }])
})

test('a failing migration is rolled back completely', async () => {
  const broken = { name: '0002-broken', sql: 'create table half (id int); select nonsense()' }
  await expect(migrate(pool, [one, broken])).rejects.toThrow(
    '0002-broken failed and was rolled back',
  )
  const { rows } = await pool.query("select to_regclass('half') as half, to_regclass('one') as one")
  expect(rows).toEqual([{ half: null, one: 'one' }])
})

test('a changed applied migration is refused', async () => {
  await migrate(pool, [one])
  const changed = { ...one, sql: 'create table one (id bigint)' }
  await expect(migrate(pool, [changed])).rejects.toThrow(
    '0001-one was changed after it was applied',
  )
})

test('a database of a newer version is refused', async () => {
  await migrate(pool, [one, two])
  await expect(migrate(pool, [one])).rejects.toThrow('of a newer version')
})

test('a worker joins a database of its own version only, and changes nothing', async () => {
  await expect(requireMigrated(address, [one])).rejects.toThrow('Start the server first')
  await migrate(pool, [one])
  await requireMigrated(address, [one])
  await expect(requireMigrated(address, [one, two])).rejects.toThrow('of an earlier version')
  await migrate(pool, [one, two])
  await expect(requireMigrated(address, [one])).rejects.toThrow('of a newer version')
})

test('migrations of several owners are applied by their numbers, and no two share one', () => {
  const three = { name: '0003-three', sql: '' }
  expect(mergeMigrations([one, three], [two])).toEqual([one, two, three])
  expect(() => mergeMigrations([one, two], [{ name: '0002-other', sql: '' }])).toThrow(
    'share a number',
  )
  expect(() => mergeMigrations([{ name: 'one', sql: '' }])).toThrow('has no number')
})

test('an install of an earlier version is brought up to date', async () => {
  const before = installMigrations.filter(({ name }) => name < '0023')
  await migrate(pool, before)
  await migrate(pool, installMigrations)
  expect(before).toHaveLength(22)
  const { rows } = await pool.query<{ name: string }>('select name from migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(installMigrations.map(({ name }) => name))
})

test('no released migration was renamed or changed', async () => {
  await migrate(pool, installMigrations)
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    'select name, left(checksum, 8) as checksum from migrations order by name',
  )
  expect(Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))).toMatchObject(
    released,
  )
})

test('the released migrations apply to an empty database', async () => {
  await migrate(pool, installMigrations)
  const { rows } = await pool.query<{ count: string }>('select count(*) from organizations')
  expect(rows).toEqual([{ count: '0' }])
})
