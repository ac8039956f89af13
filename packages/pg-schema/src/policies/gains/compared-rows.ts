import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import type { ChangedTable } from './changed-table.ts'
import type { ChangedCondition } from './role-conditions.ts'

/** Tables with more rows are sampled. */
export const maxRows = 100_000

/** Of temporary views, which no table of the user can have by chance. */
const rowsView = 'pg_temp.basalt_policy_rows'
const verdictsView = (at: number): string => `pg_temp.basalt_policy_verdicts_${at}`

/**
 * A view of the rows as its owner, the role of the connection, sees them: policies do not hold for
 * it. Reading takes the lock of a SELECT only.
 */
export async function createRowsView(tx: Queryable, table: ChangedTable): Promise<void> {
  const { row_estimate: estimate } = table
  const sample = isSampled(table)
    ? ` tablesample system (${(100 * maxRows) / (estimate ?? maxRows)}) repeatable (1)`
    : ''
  // A sample of the first rows has to be the same in each scan.
  await tx.text('set local synchronize_seqscans = off')
  await tx.text('set local max_parallel_workers_per_gather = 0')
  await tx.text(
    `create temporary view ${rowsView} as
     select r.tableoid, r.ctid, r.* from ${table.sql} r${sample} limit ${maxRows}`,
  )
  await tx.text(`grant select on ${rowsView} to public`)
}

export const isSampled = ({ row_estimate: estimate }: ChangedTable): boolean =>
  estimate !== null && estimate > maxRows

/**
 * A view of the conditions for each row. As in a policy, names are resolved now, by the role of the
 * connection, and tables and functions are used with the rights of the role that reads the view.
 */
export async function createVerdictsView(
  tx: Queryable,
  table: ChangedTable,
  { at, conditions }: { at: number; conditions: readonly ChangedCondition[] },
): Promise<void> {
  const row = quoteIdent(table.name)
  const verdicts = conditions.flatMap(({ before, after }, index) => [
    `((${before}\n) is true) as before_${index}`,
    `((${after}\n) is true) as after_${index}`,
  ])
  // Without values, the driver could send several statements; an expression must not end this one.
  await tx.text(
    `create temporary view ${verdictsView(at)} with (security_invoker = true) as
     select ${row}.tableoid, ${row}.ctid, ${verdicts.join(', ')} from ${rowsView} as ${row}`,
    [],
  )
  await tx.text(`grant select on ${verdictsView(at)} to public`)
}

/** Whether a condition reads the table itself, directly or by a policy of another table. */
export async function readsItself(
  tx: Queryable,
  { id }: ChangedTable,
  at: number,
): Promise<boolean> {
  const [found] = await tx.query<{ is_read: boolean }>(selfQuery, [verdictsView(at), id])
  return found?.is_read === true
}

const selfQuery = /* SQL */ `
  with recursive reads (relation) as (
    select d.refobjid
    from pg_rewrite w
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
    where w.ev_class = $1::regclass and d.refclassid = 'pg_class'::regclass
    union
    select d.refobjid
    from reads
    join pg_class c on c.oid = reads.relation and c.relrowsecurity
    join pg_policy p on p.polrelid = c.oid and p.polcmd in ('r', '*')
    join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
    where d.refclassid = 'pg_class'::regclass and reads.relation <> $2::oid
  )
  select exists (select from reads where relation = $2::oid) as is_read`

type Counted = { gained: number; lost: number; gainedAt: Position[]; lostAt: Position[] }

/** A row by `tableoid` and `ctid`. */
export type Position = [table: string, ctid: string]

const examples = 5

/** Counts the rows of a view of verdicts, as the role that is set, in one scan. */
export async function countVerdicts(
  tx: Queryable,
  { at, size, signal }: { at: number; size: number; signal: AbortSignal | undefined },
): Promise<{ rows: number; counted: Counted[] }> {
  const parts = Array.from({ length: size }, (_, index) => [
    ...countWhere(`after_${index} and not before_${index}`),
    ...countWhere(`before_${index} and not after_${index}`),
  ])
  // The subquery keeps PostgreSQL from computing a condition once for each place that uses it.
  const { rows } = await tx.text(
    `select count(*), ${parts.flat().join(', ')} from (select * from ${verdictsView(at)} offset 0) v`,
    [],
    { signal },
  )
  const [total, ...values] = rows[0] ?? []
  return {
    rows: Number(total),
    counted: parts.map((_, index) => {
      const [gained, gainedAt, lost, lostAt] = values.slice(index * 4)
      return {
        gained: Number(gained),
        lost: Number(lost),
        gainedAt: toPositions(gainedAt),
        lostAt: toPositions(lostAt),
      }
    }),
  }
}

/** Evaluates the conditions before the change alone, as the role that is set. */
export async function tryPresent(
  tx: Queryable,
  { at, size, signal }: { at: number; size: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const present = Array.from(
    { length: size },
    (_, index) => `count(*) filter (where before_${index})`,
  )
  await tx.text(`select ${present.join(', ')} from ${verdictsView(at)}`, [], { signal })
}

const countWhere = (condition: string): [string, string] => [
  `count(*) filter (where ${condition})`,
  `to_json((array_agg(json_build_array(tableoid::text, ctid::text))
     filter (where ${condition}))[1:${examples}])`,
]

const toPositions = (text: string | null | undefined): Position[] =>
  text === null || text === undefined ? [] : (JSON.parse(text) as Position[])

/** Values of the rows at these positions, by `getKey`. */
export async function readExamples(
  tx: Queryable,
  table: ChangedTable,
  positions: readonly Position[],
): Promise<ReadonlyMap<string, (string | null)[]>> {
  if (positions.length === 0) return new Map()
  const columns = table.columns.map((name) => `left(r.${quoteIdent(name)}::text, 200)`)
  const { rows } = await tx.text(
    `select r.tableoid, r.ctid, ${columns.join(', ')} from ${table.sql} r
     where r.ctid = any ($1::text[]::tid[])`,
    [positions.map(([, ctid]) => ctid)],
  )
  return new Map(
    rows.map(([tableoid, ctid, ...values]) => [getKey([tableoid ?? '', ctid ?? '']), values]),
  )
}

export const getKey = ([table, ctid]: Position): string => `${table} ${ctid}`

/** Whether the table has more rows than are compared. */
export async function hasMoreRows(tx: Queryable, table: ChangedTable): Promise<boolean> {
  const { rows } = await tx.text(`select from ${table.sql} offset ${maxRows} limit 1`)
  return rows.length > 0
}
