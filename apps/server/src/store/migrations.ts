import { createHash } from 'node:crypto'

import { Pool, type PoolClient, type PoolConfig } from 'pg'

import foundation from './migrations/0001-foundation.sql?raw'
import audit from './migrations/0002-audit.sql?raw'
import operators from './migrations/0008-operators.sql?raw'
import sqlHabits from './migrations/0017-sql-habits.sql?raw'
import secretKeyCheck from './migrations/0019-secret-key-check.sql?raw'
import changeNotices from './migrations/0022-change-notices.sql?raw'

export type Migration = { name: string; sql: string }

/** Of the tables that areas share, in order; an entry that was released is never changed or removed. */
export const sharedMigrations: readonly Migration[] = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-audit', sql: audit },
  { name: '0008-operators', sql: operators },
  { name: '0017-sql-habits', sql: sqlHabits },
  { name: '0019-secret-key-check', sql: secretKeyCheck },
  { name: '0022-change-notices', sql: changeNotices },
]

/**
 * Puts the migrations of several owners in the order of their numbers, in which they are applied.
 *
 * @throws Error when two have the same number, or a name does not begin with four digits.
 */
export function mergeMigrations(...lists: readonly (readonly Migration[])[]): Migration[] {
  const all = lists.flat().toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const owners = new Map<string, string>()
  for (const { name } of all) {
    const number = /^\d{4}(?=-)/u.exec(name)?.[0]
    if (number === undefined) throw new Error(`The migration ${name} has no number`)
    const known = owners.get(number)
    if (known !== undefined) throw new Error(`The migrations ${known} and ${name} share a number`)
    owners.set(number, name)
  }
  return all
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** The error code of PostgreSQL. */
const undefinedTable = '42P01'
/** Any number, as long as every control plane uses the same. */
const lockKey = 4_400_001

/**
 * Migrates the system database: each migration in its own transaction, forward only. Two concurrent
 * processes wait for each other.
 *
 * @throws MigrationError when an applied migration was changed, or the database is of a newer
 *   version.
 */
export async function migrate(pool: Pool, list: readonly Migration[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`
      create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    refuseChanged(applied.rows, list)
    const done = new Set(applied.rows.map((row) => row.name))
    for (const migration of list) {
      if (!done.has(migration.name)) await apply(client, migration)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined)
    client.release()
  }
}

/**
 * For a process that leaves migrations to the server.
 *
 * @throws MigrationError when the system database is of another version, or of no install.
 */
export async function requireMigrated(
  connection: PoolConfig,
  list: readonly Migration[],
): Promise<void> {
  const pool = new Pool({ ...connection, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    const applied = await pool
      .query<{ name: string; checksum: string }>('select name, checksum from migrations')
      .catch((cause: unknown) => {
        if ((cause as { code?: unknown }).code !== undefinedTable) throw cause
        throw new MigrationError('The system database has no install yet. Start the server first.')
      })
    refuseChanged(applied.rows, list)
    if (applied.rows.length < list.length) {
      throw new MigrationError(
        'The system database is of an earlier version. Start the server of this version first.',
      )
    }
  } finally {
    await pool.end()
  }
}

function refuseChanged(
  applied: readonly { name: string; checksum: string }[],
  list: readonly Migration[],
) {
  for (const { name, checksum } of applied) {
    const migration = list.find((entry) => entry.name === name)
    if (migration === undefined) {
      throw new MigrationError(
        `The system database has the migration ${name} of a newer version. Start that version.`,
      )
    }
    if (getChecksum(migration) !== checksum) {
      throw new MigrationError(`The migration ${name} was changed after it was applied.`)
    }
  }
}

async function apply(client: PoolClient, migration: Migration) {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [
      migration.name,
      getChecksum(migration),
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new MigrationError(`The migration ${migration.name} failed and was rolled back.`, {
      cause,
    })
  }
}

const getChecksum = (migration: Migration) =>
  createHash('sha256').update(migration.sql).digest('hex')
