import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { systemDatabase } from '../testing/system-database.ts'
import { migrate, migrations } from './migrations.ts'

let pool: Pool
let end: () => Promise<void>

beforeAll(async () => {
  const { address, drop } = await systemDatabase('empty')
  pool = new Pool(address)
  // A connection may still be closing when the database is dropped, which it is told as an error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  end = async () => {
    await pool.end()
    await drop()
  }
})
afterAll(() => end())

beforeEach(async () => {
  await pool.query('drop schema public cascade; create schema public')
})

const one = { name: '0001-one', sql: 'create table one (id int)' }
const two = { name: '0002-two', sql: 'create table two (id int)' }

test('every migration is applied once, also when two processes start together', async () => {
  await Promise.all([migrate(pool, [one, two]), migrate(pool, [one, two])])
  const { rows } = await pool.query('select name from migrations order by name')
  expect(rows).toEqual([{ name: '0001-one' }, { name: '0002-two' }])
})

test('a migration that fails leaves nothing of itself', async () => {
  const broken = { name: '0002-broken', sql: 'create table half (id int); select nonsense()' }
  await expect(migrate(pool, [one, broken])).rejects.toThrow(
    '0002-broken failed and was rolled back',
  )
  const { rows } = await pool.query("select to_regclass('half') as half, to_regclass('one') as one")
  expect(rows).toEqual([{ half: null, one: 'one' }])
})

test('an applied migration that was changed is refused', async () => {
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

test('the released migrations apply to an empty database', async () => {
  await migrate(pool, migrations)
  const { rows } = await pool.query<{ count: string }>('select count(*) from organizations')
  expect(rows).toEqual([{ count: '0' }])
})
