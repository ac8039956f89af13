import type { Pool } from 'pg'

const dayMs = 86_400_000

/** The day of a time, in UTC, as PostgreSQL writes it. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const nameOf = (keepDays: number, day: string) => `rows_${keepDays}_${day.replaceAll('-', '')}`

/** Partitions that exist, as far as this process knows. */
export class Partitions {
  readonly #pool: Pool
  readonly #known = new Set<string>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** After a failure: another process may have dropped some. */
  forget(): void {
    this.#known.clear()
  }

  /** Creates the partition of a day, for rows that are kept `keepDays` days. */
  async ensure(keepDays: number, day: string): Promise<void> {
    const name = nameOf(keepDays, day)
    if (this.#known.has(name)) return
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtext('logs.partitions'))`)
      const { rows } = await client.query(`select where to_regclass('logs.${name}') is null`)
      if (rows.length > 0) {
        const next = dayOf(Date.parse(day) + dayMs)
        // Creating it as a partition would wait for every reader of the others; attaching does not.
        // Rows are visible to reading by the index alone once the partition was vacuumed.
        await client.query(
          `create table logs.${name} (like logs.rows including defaults)
             with (autovacuum_vacuum_insert_scale_factor = 0.05)`,
        )
        await client.query(
          `alter table logs.rows_${keepDays} attach partition logs.${name}
             for values from ('${day}T00:00:00Z') to ('${next}T00:00:00Z')`,
        )
      }
      await client.query('commit')
      this.#known.add(name)
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }

  /** Drops partitions without waiting for readers of others for long. */
  async drop(list: readonly string[]): Promise<void> {
    for (const name of list) {
      const parent = name.replace(/_\d{8}$/u, '')
      // One after another: each takes its own locks.
      // oxlint-disable-next-line no-await-in-loop
      await this.#pool.query(
        `alter table logs.${parent} detach partition logs.${name} concurrently`,
      )
      // oxlint-disable-next-line no-await-in-loop
      await this.#pool.query(`drop table logs.${name}`)
      this.#known.delete(name)
    }
  }
}

/** The oldest day first. */
export const partitionsQuery = `
  select c.relname as name, m[1]::int as keep_days, m[2] as day,
    pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c
  cross join lateral regexp_match(c.relname, '^rows_(\\d+)_(\\d{8})$') m
  where c.relnamespace = 'logs'::regnamespace and c.relkind = 'r' and m is not null
  order by m[2], c.relname`

export type PartitionRow = { name: string; keep_days: number; day: string; bytes: number }

/** Midnight after the partition's day. */
const endOfDay = (day: string): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) + dayMs

/**
 * Partitions to drop: all whose rows are older than their retention, and further ones from the
 * oldest on until the others fit into `maxBytes`. The newest day is never dropped.
 */
export function partitionsToDrop(
  partitions: readonly PartitionRow[],
  now: Date,
  maxBytes: number,
): string[] {
  const isOver = ({ keep_days, day }: PartitionRow) =>
    endOfDay(day) + keep_days * dayMs <= now.getTime()
  const current = partitions.filter((one) => !isOver(one))
  let bytes = current.reduce((sum, one) => sum + one.bytes, 0)
  const tooMuch: string[] = []
  for (const one of current) {
    if (bytes <= maxBytes || endOfDay(one.day) > now.getTime()) break
    tooMuch.push(one.name)
    bytes -= one.bytes
  }
  return [...partitions.filter(isOver).map(({ name }) => name), ...tooMuch]
}
