import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { ownSchema } from '../schemas/own-schemas.ts'
import {
  type Ended,
  endedTables,
  type Outcome,
  type LockedRelation,
  lockedRelations,
  namesOutside,
  type RowsBefore,
  rowsBefore,
} from './held-relations.ts'

type Sample = { columns: string[]; rows: (string | null)[][] }

type HeldTable = {
  schema: string
  name: string
  inserted: number
  updated: number
  deleted: number
  of: RowsBefore | null
  change: Outcome | null
  before: Sample | null
  after: Sample | null
  unseen: string | null
}

/** Inserted, updated and deleted rows, by table. */
export type WrittenBefore = ReadonlyMap<number, readonly number[]>

type Written = { id: number; schema: string; name: string; counts: number[] }

const sampleRows = 10
const maxTables = 20
const maxLocks = 100
/** Characters of a value that are shown. */
const maxCharacters = 200
/** The report must not wait long, in particular not for a lock of its own run. */
const pollMs = 2000
const lockMs = 200

/**
 * PostgreSQL's counters of the connection when its transaction starts: those of transactions of the
 * last second are not flushed yet.
 */
export async function writtenBefore(session: Queryable): Promise<WrittenBefore> {
  return new Map((await writtenTables(session)).map(({ id, counts }) => [id, counts]))
}

/**
 * Reports the effects of an open transaction: rows of each table as other sessions see them and as
 * they will be, and its locks.
 *
 * @param session the connection whose transaction is open; it is left unchanged.
 * @param outside other connections of the same database, which do not see the transaction.
 * @param earlier of `writtenBefore`, when the transaction had just started.
 */
export async function reportHeld(
  session: Queryable,
  outside: ProjectDatabase,
  earlier: WrittenBefore,
): Promise<{ tables: HeldTable[]; locks: { mode: string; on: string }[] }> {
  const { number, written, locked, ended } = await inside(session, async () => {
    const relations = await lockedRelations(session)
    return {
      number: await transactionNumber(session),
      written: since(earlier, await writtenTables(session)),
      locked: relations,
      ended: await endedTables(session, outside, relations),
    }
  })
  const tables: HeldTable[] = []
  for (const table of withEnded(written, ended)) {
    const { id, schema, name } = table
    const [inserted = 0, updated = 0, deleted = 0] = table.counts
    const outcome = ended.find((one) => one.id === id)?.change ?? null
    const of = await rowsBefore(outside, id)
    const isPresent = outcome === null || outcome === 'created' || outcome === 'altered'
    const sampled = isPresent ? await appearance(session, { outside, table, number }) : unsampled
    tables.push({ schema, name, inserted, updated, deleted, of, change: outcome, ...sampled })
  }
  return { tables, locks: await heldLocks(session, outside, locked) }
}

/** Whether the open transaction has written anything. */
export async function hasWritten(session: Queryable): Promise<boolean> {
  const { rows } = await session.text('select pg_current_xact_id_if_assigned() is not null')
  return rows[0]?.[0] === 't'
}

const unsampled = { before: null, after: null, unseen: null }

/** Tables that ended as a whole have no rows that were counted one by one. */
const withEnded = (written: readonly Written[], ended: readonly Ended[]): Written[] =>
  [
    ...ended
      .filter(({ id }) => written.every((table) => table.id !== id))
      .map(({ id, schema, name }) => ({ id, schema, name, counts: [] })),
    ...written,
  ].slice(0, maxTables)

type Looked = Pick<HeldTable, 'before' | 'after' | 'unseen'>
type Scope = { outside: ProjectDatabase; table: Written; number: string }

/** A savepoint has a subtransaction id, and its rolled-back rows are counted all the same. */
const takenBack = 'Its rows were written inside a savepoint, or were deleted again'

async function appearance(session: Queryable, { outside, table, number }: Scope): Promise<Looked> {
  const name = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  try {
    const after = await inside(session, () =>
      session.text(`select t.* from only ${name} t where xmin::text = $1 limit ${sampleRows}`, [
        number,
      ]),
    )
    const [, updated = 0, deleted = 0] = table.counts
    const before =
      updated + deleted === 0 ? null : await seenBefore(session, { outside, name, number })
    const isEmpty = after.rows.length === 0 && (before?.rows ?? []).length === 0
    const isDeleted = isEmpty && table.counts.some((count) => count > 0)
    return { before, after: sampleOf(after), unseen: isDeleted ? takenBack : null }
  } catch (error) {
    return { before: null, after: null, unseen: whyHidden(error) }
  }
}

/**
 * Rows that the transaction has deleted or updated. A row that it only locked has its number too,
 * but is still visible to the transaction.
 */
async function seenBefore(
  session: Queryable,
  { outside, name, number }: { outside: ProjectDatabase; name: string; number: string },
): Promise<Sample> {
  const found = await outside.transaction(async (tx) => {
    await limitTimeouts(tx)
    return tx.text(
      `select ctid::text, t.* from only ${name} t where xmax::text = $1 limit ${sampleRows * 4}`,
      [number],
    )
  })
  const positions = found.rows.map(([position]) => position ?? '')
  const still = await inside(session, () =>
    session.text(`select ctid::text from only ${name} where ctid = any ($1::tid[])`, [positions]),
  )
  const locked = new Set(still.rows.map(([position]) => position))
  const rows = found.rows.filter(([position]) => !locked.has(position ?? null))
  return sampleOf({
    fields: found.fields.slice(1),
    rows: rows.slice(0, sampleRows).map((row) => row.slice(1)),
  })
}

const sampleOf = (from: {
  fields: readonly { name: string }[]
  rows: readonly (string | null)[][]
}): Sample => ({
  columns: from.fields.map(({ name }) => name),
  rows: from.rows.map((row) => row.map(shortened)),
})

const shortened = (value: string | null) =>
  value === null || value.length <= maxCharacters ? value : `${value.slice(0, maxCharacters)}…`

/** Reads without side effects: neither settings nor a failure stay in the transaction. */
async function inside<T>(session: Queryable, work: () => Promise<T>): Promise<T> {
  await session.text('savepoint basalt_look')
  try {
    await limitTimeouts(session)
    return await work()
  } finally {
    await session.text('rollback to savepoint basalt_look')
    await session.text('release savepoint basalt_look')
  }
}

async function limitTimeouts(db: Queryable): Promise<void> {
  await db.text(
    "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)",
    [String(pollMs), String(lockMs)],
  )
}

/** As `xmin` shows it; empty when nothing has been written. */
async function transactionNumber(session: Queryable): Promise<string> {
  const { rows } = await session.text(
    'select mod(pg_current_xact_id_if_assigned()::text::numeric, 4294967296)::text',
  )
  return rows[0]?.[0] ?? ''
}

const since = (earlier: WrittenBefore, written: readonly Written[]): Written[] =>
  written
    .map((table) => ({
      ...table,
      counts: table.counts.map((count, at) => count - (earlier.get(table.id)?.[at] ?? 0)),
    }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .slice(0, maxTables)

async function writtenTables(session: Queryable): Promise<Written[]> {
  const { rows } = await session.text(
    /* SQL */ `
    select relid, schemaname, relname, n_tup_ins, n_tup_upd, n_tup_del
    from pg_catalog.pg_stat_xact_user_tables
    where n_tup_ins + n_tup_upd + n_tup_del > 0 and schemaname <> $1
    order by n_tup_ins + n_tup_upd + n_tup_del desc, schemaname, relname`,
    [ownSchema],
  )
  return rows.map(([id, schema, name, ...counts]) => ({
    id: Number(id),
    schema: schema ?? '',
    name: name ?? '',
    counts: counts.map(Number),
  }))
}

/** Locks of readers block only table changes, and are left out. */
async function heldLocks(
  session: Queryable,
  outside: Queryable,
  locked: readonly LockedRelation[],
): Promise<{ mode: string; on: string }[]> {
  // Dropped relations have a name only in other sessions.
  const dropped = locked.filter(({ now }) => now === null)
  const names = await namesOutside(outside, dropped)
  const { rows } = await session.text(/* SQL */ `
    select mode from pg_catalog.pg_locks
    where pid = pg_backend_pid() and granted and locktype = 'advisory' limit 100`)
  return [
    ...locked.flatMap(({ id, mode, now }) => {
      const named = now ?? names.get(id)
      return named === undefined ? [] : [{ mode, on: named.written }]
    }),
    ...rows.map(([mode]) => ({ mode: mode ?? '', on: 'advisory' })),
  ].slice(0, maxLocks)
}

function whyHidden(error: unknown): string {
  const state = (error as { sql?: { sqlstate?: string } }).sql?.sqlstate
  if (state === '55P03') return 'It is locked until you commit or roll back'
  if (state === '57014') return 'Finding its rows would take longer than 2 s'
  if (state === '42501') return 'The role of this session cannot read it'
  return error instanceof Error ? error.message : String(error)
}
