import type { AdvisedColumn, ProofResult } from '@basalt/contract/query-performance/index-advisor'
import type { DatabaseSession } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { createIndexSql } from '../reading/index-sql.ts'

/** Rows that are written; fewer where the table has fewer. */
const maxRows = 10_000
const repeats = 5
/** Of the table that is written; it never outlives a transaction. */
const copyName = 'basalt_proof_writes'

type WriteTimes = { rows: number; insert: number; update: number | null }

type Target = { schema: string; table: string; columns: readonly AdvisedColumn[] }

export type WriteCost = Pick<ProofResult, 'insert' | 'update'>

/**
 * Measures writes into an empty table with the indexes of the original, without and with one more:
 * an insert of rows of the original, and an update that changes the first column of the index in
 * each row. The two take turns, so that caches and load affect both, and are rolled back.
 */
export async function measureWrites(
  session: DatabaseSession,
  target: Target,
  signal: AbortSignal,
): Promise<WriteCost> {
  const list = (await listColumns(session, target)).join(', ')
  const [before, after]: [WriteTimes[], WriteTimes[]] = [[], []]
  // The first turn only warms the caches.
  for (let turn = 0; turn <= repeats; turn += 1) {
    for (const [times, hasIndex] of [
      [before, false],
      [after, true],
    ] as const) {
      signal.throwIfAborted()
      const one = await writeOnce(session, target, { list, hasIndex, signal })
      if (one === null) return { insert: null, update: null }
      if (turn > 0) times.push(one)
    }
  }
  const rows = before[0]?.rows ?? 0
  const compare = (kind: 'insert' | 'update') => {
    const [first, second] = [findFastest(before, kind), findFastest(after, kind)]
    return first === null || second === null || rows === 0
      ? null
      : { rows, before_ms: first, after_ms: second }
  }
  return { insert: compare('insert'), update: compare('update') }
}

/** Other load of the machine only adds time. */
function findFastest(runs: readonly WriteTimes[], kind: 'insert' | 'update'): number | null {
  const known = runs.flatMap((run) => run[kind] ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

async function listColumns(
  session: DatabaseSession,
  { schema, table }: Pick<Target, 'schema' | 'table'>,
): Promise<string[]> {
  const rows = await session.query<{ name: string }>(
    `select a.attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' order by a.attnum`,
    [schema, table],
  )
  return rows.map(({ name }) => quoteIdent(name))
}

async function writeOnce(
  session: DatabaseSession,
  { schema, table, columns }: Target,
  { list, hasIndex, signal }: { list: string; hasIndex: boolean; signal: AbortSignal },
): Promise<WriteTimes | null> {
  const original = `${quoteIdent(schema)}.${quoteIdent(table)}`
  const copy = `${quoteIdent(schema)}.${copyName}`
  await session.query('begin')
  try {
    await session.query(
      `create table ${copy} (like ${original} including constraints including defaults including generated including indexes including storage)`,
    )
    if (hasIndex) {
      const target = { schema, table: copyName, name: `${copyName}_idx` }
      await session.query(createIndexSql(target, columns, { concurrently: false }))
    }
    const insert = await time(
      session,
      `insert into ${copy} (${list}) select ${list} from ${original} limit ${maxRows}`,
      signal,
    )
    const [counted] = await session.query<{ rows: number }>(
      `select count(*)::int as rows from ${copy}`,
    )
    const key = quoteIdent(columns[0]?.name ?? '')
    // Each row gets the value of the next one, so that every entry of the index is written.
    const update = await time(
      session,
      `update ${copy} w set ${key} = o.next from (
         select ctid as place, lead(${key}, 1, ${key}) over (order by ctid) as next from ${copy}
       ) o where w.ctid = o.place`,
      signal,
    ).catch(() => null)
    return { rows: counted?.rows ?? 0, insert, update }
  } catch {
    signal.throwIfAborted()
    return null
  } finally {
    await session.query('rollback')
  }
}

async function time(
  session: DatabaseSession,
  statement: string,
  signal: AbortSignal,
): Promise<number> {
  const [row] = await session.query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(
    `explain (analyze, timing off, format json) ${statement}`,
    [],
    { signal },
  )
  return row?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0
}
