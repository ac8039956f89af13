import type { QueryRun } from '@basalt/contract/database/query-runs'
import { type RawBuilder, sql } from 'kysely'

import { auditColumns, type AuditRow, type ChainEnd } from './audit-rows.ts'
import type { Store } from './store.ts'
import { writtenOnce } from './written-once.ts'

/** The start of a run of the SQL editor; `user_id` is null in an install without accounts. */
export type RunBegin = Pick<QueryRun, 'id' | 'sql' | 'role' | 'is_held'> & {
  project_id: number
  user_id: string | null
}
export type RunEnd = Pick<QueryRun, 'id' | 'duration_ms' | 'rows' | 'state' | 'error'>

/** The rows of each chain follow its end in `ends`. */
type Group = {
  ends: ReadonlyMap<string, ChainEnd>
  rows: ReadonlyMap<string, readonly AuditRow[]>
  begins: readonly RunBegin[]
  runEnds: readonly RunEnd[]
}

/** Columns of the rows that go into the statement, with their types. */
const moveColumns = {
  chain: 'text',
  was_number: 'bigint',
  was_hash: 'bytea',
  last_number: 'bigint',
  last_hash: 'bytea',
} as const
const beginColumns: Record<keyof RunBegin, string> = {
  id: 'uuid',
  project_id: 'int',
  user_id: 'uuid',
  sql: 'text',
  role: 'text',
  is_held: 'boolean',
}
const endColumns: Record<keyof RunEnd, string> = {
  id: 'uuid',
  duration_ms: 'float8',
  rows: 'bigint',
  state: 'text',
  error: 'text',
}

type Columns = Readonly<Record<string, string>>
type Arrays = Record<string, unknown>

const listNames = (columns: Columns) => sql.join(Object.keys(columns).map((name) => sql.ref(name)))

/** The columns as arrays, one parameter for each, as rows of this name. */
function unnested(columns: Columns, name: string, arrays: Arrays): RawBuilder<unknown> {
  const parameters = Object.entries(columns).map(
    ([column, type]) => sql`${arrays[`${name}.${column}`]}::${sql.raw(type)}[]`,
  )
  return sql`unnest(${sql.join(parameters)}) as ${sql.ref(name)} (${listNames(columns)})`
}

function listArrays(columns: Columns, name: string, rows: readonly object[]): Arrays {
  const entries = rows.map((row) => new Map(Object.entries(row)))
  return Object.fromEntries(
    Object.keys(columns).map((column) => [
      `${name}.${column}`,
      entries.map((row) => row.get(column) as unknown),
    ]),
  )
}

/**
 * One statement is one transaction. The end of a chain moves only from its known value, without
 * waiting for a lock: a chain that another transaction moves gets no rows.
 */
const writeArrays = writtenOnce((store, arrays: Arrays) =>
  sql<{ chain: string }>`
    with move as (
      select move.* from ${unnested(moveColumns, 'move', arrays)}
    ), free as (
      select c.chain from audit_chains c join move on c.chain = move.chain
      where c.last_number = move.was_number and c.last_hash = move.was_hash
      for no key update of c skip locked
    ), moved as (
      update audit_chains set last_number = move.last_number, last_hash = move.last_hash
      from free join move on free.chain = move.chain
      where audit_chains.chain = free.chain
      returning audit_chains.chain
    ), logged as (
      insert into audit_log (${listNames(auditColumns)})
      select log.* from ${unnested(auditColumns, 'log', arrays)}
      where log.chain in (select chain from moved)
    ), started as (
      insert into query_runs (${listNames(beginColumns)}, state)
      select run.*, 'running' from ${unnested(beginColumns, 'run', arrays)}
    ), ended as (
      update query_runs set
        duration_ms = run_end.duration_ms, rows = run_end.rows, state = run_end.state,
        error = run_end.error
      from ${unnested(endColumns, 'run_end', arrays)}
      where query_runs.id = run_end.id
    )
    select chain from moved`.compile(store),
)

/** Writes a group and answers the chains whose rows were written. */
export async function writeGroup(
  store: Store,
  { ends, rows, begins, runEnds }: Group,
): Promise<Set<string>> {
  const moves = [...rows].map(([chain, ofChain]) => {
    const was = ends.get(chain)
    const last = ofChain.at(-1)
    return {
      chain,
      was_number: was?.last_number,
      was_hash: was?.last_hash,
      last_number: last?.number,
      last_hash: last?.hash,
    }
  })
  const moved = await writeArrays(store, {
    ...listArrays(moveColumns, 'move', moves),
    ...listArrays(auditColumns, 'log', [...rows.values()].flat()),
    ...listArrays(beginColumns, 'run', begins),
    ...listArrays(endColumns, 'run_end', runEnds),
  })
  return new Set(moved.map(({ chain }) => chain))
}

export async function beginAlone(store: Store, run: RunBegin): Promise<void> {
  await store
    .insertInto('query_runs')
    .values({ ...run, state: 'running' })
    .execute()
}

export async function endAlone(store: Store, { id, ...end }: RunEnd): Promise<void> {
  await store.updateTable('query_runs').set(end).where('id', '=', id).execute()
}
