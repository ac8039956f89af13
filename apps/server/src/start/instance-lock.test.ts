import { waitFor } from '@basalt/testkit'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { systemDatabase } from '../testing/system-database.ts'
import { holdSystemDatabase } from './instance-lock.ts'

let connection: ClientConfig
let end: () => Promise<void>

beforeAll(async () => {
  const { address, drop } = await systemDatabase('empty')
  connection = address
  end = drop
})
afterAll(() => end())

const never = () => {
  throw new Error('The lock was taken by somebody else')
}

test('a second control plane is refused until the first one releases the lock', async () => {
  const release = await holdSystemDatabase(connection, never)
  await expect(holdSystemDatabase(connection, never)).resolves.toBeNull()
  await release?.()
  const again = await holdSystemDatabase(connection, never)
  expect(again).not.toBeNull()
  await again?.()
})

test('a lock whose connection broke is acquired again by itself', async () => {
  const release = await holdSystemDatabase(connection, never)
  const admin = new Client(connection)
  admin.on('error', () => undefined)
  await admin.connect()
  const holders = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  }
  const [before] = await holders()
  await admin.query('select pg_terminate_backend($1)', [before])
  const [after] = await waitFor(
    async () => {
      const found = await holders()
      return found.length === 1 && found[0] !== before && found
    },
    { what: 'The lock is held again' },
  )
  expect(after).toBeGreaterThan(0)
  await admin.end()
  await release?.()
})
