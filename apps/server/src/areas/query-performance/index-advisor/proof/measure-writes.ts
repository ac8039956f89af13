import type { DatabaseSession } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

/** Rows that are written; fewer where the table has fewer. */
const maxRows = 10_000
const repeats = 3

export type WriteTimes = { rows: number; insert: number | null; update: number | null }

type Target = { schema: string; table: string; column: string }

/**
 * Measures writes into an empty table with the indexes of the original, in a transaction that is
 * rolled back: an insert of rows of the original, and an update that changes the first column of
 * the index in each row.
 */
export async function measureWrites(
  session: DatabaseSession,
  target: Target,
  signal: AbortSignal,
): Promise<WriteTimes | null> {
  const columns = await listColumns(session, target)
  const runs: WriteTimes[] = []
  for (let run = 0; run < repeats; run += 1) {
    signal.throwIfAborted()
    const times = await writeOnce(session, target, { columns, signal })
    if (times === null) return null
    runs.push(times)
  }
  const median = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.toSorted((one, two) => one - two)[Math.floor(known.length / 2)] ?? null
  }
  return {
    rows: runs[0]?.rows ?? 0,
    insert: median(runs.map(({ insert }) => insert)),
    update: median(runs.map(({ update }) => update)),
  }
}

async function listColumns(session: DatabaseSession, { schema, table }: Target): Promise<string[]> {
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
  { schema, table, column }: Target,
  { columns, signal }: { columns: readonly string[]; signal: AbortSignal },
): Promise<WriteTimes | null> {
  const original = `${quoteIdent(schema)}.${quoteIdent(table)}`
  const list = columns.join(', ')
  await session.query('begin')
  try {
    await session.query(
      `create temporary table basalt_writes (like ${original} including constraints including defaults including generated including indexes including storage) on commit drop`,
    )
    const insert = await time(
      session,
      `insert into basalt_writes (${list}) select ${list} from ${original} limit ${maxRows}`,
      signal,
    )
    const [counted] = await session.query<{ rows: number }>(
      'select count(*)::int as rows from basalt_writes',
    )
    const key = quoteIdent(column)
    // Each row gets the value of the next one, so that every entry of the index is written.
    const update = await time(
      session,
      `update basalt_writes w set ${key} = o.next from (
         select ctid as place, lead(${key}, 1, ${key}) over (order by ctid) as next from basalt_writes
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
