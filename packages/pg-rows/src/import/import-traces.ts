import type { Queryable } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

import { maxRecordedKeys } from '../change-log/record.ts'
import { printedValue } from '../rows/table-shape.ts'
import { type ImportPlan, qualifiedName } from './import-plan.ts'
import { cellAt } from './staged-cells.ts'

/**
 * Records of an import for its undo, in the session's temporary schema until it is committed.
 * `marks`: a row for each transaction, with savepoints, that wrote rows; its `xmin` identifies it.
 * `before`: existing rows before the import changed them.
 */
const marks = 'pg_temp.basalt_import_marks'
const before = 'pg_temp.basalt_import_before'

const keyPositions = (plan: ImportPlan) => plan.key.map((_, at) => `k${at}`)

const getImage = (plan: ImportPlan) =>
  `array[${plan.rowColumns.map((name) => printedValue(`t.${quoteIdent(name)}`)).join(', ')}]::text[]`

/** Whether existing rows can be recorded. */
export const canKeepBefore = ({ onConflict, table, key, hasChildTables }: ImportPlan): boolean =>
  onConflict === 'update' && table.kind === 'table' && key.length > 0 && !hasChildTables

export const tracePreparation = (plan: ImportPlan): string[] => [
  'create temporary table basalt_import_marks () on commit drop',
  ...(canKeepBefore(plan)
    ? [
        `create temporary table basalt_import_before (
          ${keyPositions(plan)
            .map((position) => `${position} text`)
            .join(', ')}, was xid, image text[], primary key (${keyPositions(plan).join(', ')})
        ) on commit drop`,
      ]
    : []),
]

/** Notes the transaction, or savepoint, that is open now. */
export const leaveMark = `insert into ${marks} default values`

/** Records the rows that the staged ones will change, locks them and counts them into `seen`. */
export function keepBefore(plan: ImportPlan, { source, where }: { source: string; where: string }) {
  const matches = plan.key.map((name) => {
    const at = plan.columns.findIndex((column) => column.name === name)
    return `t.${quoteIdent(name)} = ${cellAt(plan, at)}::${plan.columns[at]?.castType ?? 'text'}`
  })
  const keys = plan.key.map((name, at) => `${printedValue(`t.${quoteIdent(name)}`)} as k${at}`)
  return /* SQL */ `
        with old as materialized (
          select ${keys.join(', ')}, t.xmin as was, ${getImage(plan)} as image
          from ${source} r join ${qualifiedName(plan.table)} t on ${matches.join(' and ')}
          where ${where} for update of t
        ), kept as (
          insert into ${before} select ${keyPositions(plan).join(', ')}, was, image from old
          on conflict do nothing
        )
        select count(*) into seen from old;`
}

/** Deletes the record when it is too large, and returns whether it was. */
export async function isBeforeTooMuch(db: Queryable, maxBytes: number): Promise<boolean> {
  const { rows } = await db.text(
    `select count(*) > $1::int or coalesce(sum(pg_column_size(image)), 0) > $2::bigint from ${before}`,
    [String(maxRecordedKeys), String(maxBytes)],
  )
  if (rows[0]?.[0] !== 't') return false
  await db.text(`truncate ${before}`)
  return true
}

type Traces = {
  /** The transaction of the import as a number that is never reused. */
  top: string
  /** Transactions, 32 bits each, whose rows are the import's. */
  ids: string[]
}

/** Rows that the import itself inserted are not existing rows. */
export async function readTraces(db: Queryable, plan: ImportPlan): Promise<Traces> {
  if (canKeepBefore(plan)) {
    await db.text(`delete from ${before} where was in (select xmin from ${marks})`)
  }
  const { rows } = await db.text(
    `select pg_current_xact_id()::text, array_to_json(array(select distinct xmin::text from ${marks}))::text`,
  )
  const [top = null, ids = null] = rows[0] ?? []
  return { top: top ?? '0', ids: JSON.parse(ids ?? '[]') as string[] }
}

export type WriteCounts = {
  updated: number
  deleted: number
  /** Whether PostgreSQL's statistics are on. */
  is_counted: boolean
}

/**
 * How many rows of the table this connection has changed. The counter may include transactions just
 * before this one, so two readings are compared.
 */
export async function countWrites(db: Queryable, tableId: number): Promise<WriteCounts> {
  const [counted] = await db.query<WriteCounts>(
    `select coalesce(sum(pg_stat_get_xact_tuples_updated(id)), 0)::float8 as updated,
       coalesce(sum(pg_stat_get_xact_tuples_deleted(id)), 0)::float8 as deleted,
       current_setting('track_counts')::boolean as is_counted
     from ${written} as tables`,
    [tableId],
  )
  return counted ?? { updated: 0, deleted: 0, is_counted: false }
}

const written = `(select $1::oid as id union select relid from pg_partition_tree($1::oid))`

/**
 * Whether the import inserted every row with its transaction id. A row that it only changed must
 * not have one, because undo would delete it. When PostgreSQL counted no change there is none, else
 * the rows are counted.
 */
export async function areMarksSound(
  db: Queryable,
  plan: ImportPlan,
  { ids, top, inserted, writesBefore }: Traces & { inserted: number; writesBefore: WriteCounts },
): Promise<boolean> {
  const writes = await countWrites(db, plan.table.id)
  // Only a number beyond 32 bits may have been another transaction's before.
  const isUnique = BigInt(top) < 2n ** 32n
  const updated = writes.updated - writesBefore.updated
  const deleted = writes.deleted - writesBefore.deleted
  const isCounted = writes.is_counted
  if (isUnique && isCounted && updated === 0) return true
  if (isCounted && deleted > 0) return false
  const known = canKeepBefore(plan)
    ? `and not exists (select from ${before} b where ${plan.key
        .map((name, at) => `b.k${at} = ${printedValue(`t.${quoteIdent(name)}`)}`)
        .join(' and ')})`
    : ''
  const { rows } = await db.text(
    `select count(*) from ${qualifiedName(plan.table)} t where t.xmin = any ($1::text[]::xid[]) ${known}`,
    [ids],
  )
  return Number(rows[0]?.[0]) === inserted
}

/** Moves the recorded rows into the history, after an index; returns their size in bytes. */
export function beforeIntoHistory(plan: ImportPlan): string {
  const matches = plan.key.map((name, at) => {
    const type = plan.columns.find((column) => column.name === name)?.castType ?? 'text'
    return `t.${quoteIdent(name)} = b.k${at}::${type}`
  })
  return /* SQL */ `
  with kept as (
    insert into ${ownSchema}.changed_rows (change, place, operation, table_place, kind, key, before, after)
    select $1::uuid, $2::int + row_number() over (), row_number() over () - 1, 0, 'update',
      to_jsonb(array[${keyPositions(plan)
        .map((position) => `b.${position}`)
        .join(', ')}]), to_jsonb(b.image), to_jsonb(${getImage(plan)})
    from ${before} b join ${qualifiedName(plan.table)} t on ${matches.join(' and ')}
    where (select c.is_kept from ${ownSchema}.changes c where c.id = $1::uuid)
    returning before, after
  )
  select coalesce(sum(pg_column_size(before) + pg_column_size(after)), 0)::text from kept`
}
