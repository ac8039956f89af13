import type { Queryable } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'
import { quoteLiteral } from '@basalt/pg-sql'

import { RowError } from '../rows/row-target.ts'
import { versionExpression } from '../rows/table-shape.ts'
import { ensureHistory, isStoredExpression } from './storage.ts'

/** A row as PostgreSQL's own text, in the order of its table's `columns`. */
type RowImage = readonly (string | null)[]

export type RecordedTable = {
  id: number
  schema: string
  name: string
  /** In the order of the images; system columns that name a row are the last. */
  columns: readonly string[]
  /** As `pg_attribute` numbers the columns; records of before have none. */
  numbers?: readonly number[] | undefined
  key: readonly string[]
}

export type RecordedRow = {
  /** The operation of the change that did it; null for effects of a foreign key. */
  operation: number | null
  /** Place in the record's tables. */
  table: number
  kind: 'insert' | 'update' | 'delete'
  /** Names the row after the change; before it where it was deleted. */
  key: readonly string[]
  before: RowImage | null
  /** Null when only the key of a new row is stored. */
  after: RowImage | null
  /** The transaction that had written the row of before, 32 bits as `xmin` shows them. */
  was?: string | null | undefined
}

/** An undo that is undone is a change that is done again. */
export type HistoryKind = 'edit' | 'undo' | 'redo' | 'import' | 'table'

export const undoingKind = (undone: HistoryKind): HistoryKind =>
  undone === 'undo' ? 'redo' : 'undo'

export type HistoryRecord = {
  /** Made by the caller, once for each change. */
  id: string
  kind: HistoryKind
  /** The user's name, stored as text. */
  by: string
  tables: readonly RecordedTable[]
  rows: readonly RecordedRow[]
  /** Numbers of rows where not every row is recorded. */
  counts?: Partial<Record<'inserted' | 'updated' | 'deleted' | 'cascaded', number>> | undefined
  operations?: number | undefined
  /** A sentence for the list of changes. */
  note?: string | undefined
  undoes?: string | undefined
  /** Why it cannot be undone here. */
  fixedBecause?: string | undefined
  /** An audit report that is stored with the change until `noteReported`. */
  report?: string | undefined
}

export const undoneAlready = 'This change was already undone'

/** The maximum number of new rows whose keys are stored; beyond it only their number is. */
export const maxRecordedKeys = 50_000

/**
 * Writes a change into the history, in the caller's transaction, so that both are committed or
 * neither. It creates schema and tables when they are missing.
 *
 * For an import: `kind: 'import'`, one table, and a row `{ kind: 'insert', key, after: null,
 * before: null, operation: null, table: 0 }` for each new row; undo then deletes them by key.
 * Beyond `maxRecordedKeys` pass no rows, `counts.inserted`, and a `fixedBecause` that it is too
 * large to undo. For a dropped table: `kind: 'table'`, no rows, a `note` with the change, and a
 * `fixedBecause` that names the trash.
 */
export async function recordHistory(tx: Queryable, record: HistoryRecord): Promise<void> {
  await ensureHistory(tx)
  await writeRecord(tx, record)
}

export type Recorded = {
  /** Whether the rows were stored; false when the history is off. */
  isKept: boolean
  versions: Readonly<Record<string, string>>
}

/**
 * As `recordHistory`, where the tables are known to be there. Answers the versions that the
 * tables have now, by oid.
 *
 * @throws EngineError with SQLSTATE 23505 when the id was recorded before.
 */
export async function writeRecord(tx: Queryable, record: HistoryRecord): Promise<Recorded> {
  const rows = JSON.stringify(record.rows)
  const count = (kind: RecordedRow['kind']) =>
    record.rows.filter((row) => row.kind === kind && row.operation !== null).length
  const cascaded = record.rows.filter((row) => row.operation === null).length
  const [recorded] = await tx.query<Recorded>(
    record.rows.length === 0 ? withoutRows : withRows,
    [
      record.id,
      record.kind,
      record.by,
      JSON.stringify(record.tables),
      record.operations ?? record.rows.length,
      record.counts?.inserted ?? count('insert'),
      record.counts?.updated ?? count('update'),
      record.counts?.deleted ?? count('delete'),
      record.counts?.cascaded ?? (record.kind === 'import' ? 0 : cascaded),
      record.note ?? null,
      record.undoes ?? null,
      record.fixedBecause ?? null,
      Buffer.byteLength(rows),
      record.tables.map(({ id }) => id),
      record.report ?? null,
      ...(record.rows.length === 0 ? [] : [rows]),
    ],
    { name: record.rows.length === 0 ? 'record-change' : 'record-changed-rows' },
  )
  if (record.undoes !== undefined) await markUndone(tx, record.id, record.undoes)
  return recorded ?? { isKept: false, versions: {} }
}

/** @throws RowError when another user was faster: a change is undone once. */
async function markUndone(tx: Queryable, by: string, undone: string): Promise<void> {
  const marked = await tx.query(
    `update ${ownSchema}.changes set undone_by = $1 where id = $2 and undone_by is null returning 1`,
    [by, undone],
  )
  if (marked.length === 0) throw new RowError(undoneAlready)
}

type OwnRow = {
  /** Name of the expression with the row that was changed: `key`, `before`, `after`, `was`. */
  row: string
  table: RecordedTable
  /** Number of the first of the parameters of `ownRecordValues`. */
  parameter: number
}

/**
 * Common table expressions that record the update of one row in the same statement, which saves a
 * round trip: `change`, with `is_kept`, and `kept`. Without a row nothing is recorded.
 */
export function ownRecord({ row, table, parameter }: OwnRow): string {
  return /* SQL */ `
  change as (
    insert into ${ownSchema}.changes (
      id, kind, made_by, tables, operations, inserted, updated, deleted, cascaded, is_kept, size_bytes
    )
    select $${parameter}::uuid, 'edit', $${parameter + 1}::text,
      ${quoteLiteral(JSON.stringify([table]))}::jsonb, 1, 0, 1, 0, 0, ${isStoredExpression},
      pg_column_size(r.key) + pg_column_size(r.before) + pg_column_size(r.after)
    from ${row} r
    returning id, is_kept
  ), kept as (
    insert into ${ownSchema}.changed_rows
      (change, place, operation, table_place, kind, key, before, after, was)
    select change.id, 1, 0, 0, 'update', r.key, r.before, r.after, r.was
    from change, ${row} r where change.is_kept
  ), ${unreported(`$${parameter + 2}`)}`
}

export const ownRecordValues = ({
  id,
  by,
  report,
}: Pick<HistoryRecord, 'id' | 'by' | 'report'>): (string | null)[] => [id, by, report ?? null]

/** Stores the report of the change until it was passed on. */
const unreported = (report: string): string => /* SQL */ `unreported as (
    insert into ${ownSchema}.unreported (change, report)
    select change.id, ${report}::text from change where ${report}::text is not null
  )`

const recording = /* SQL */ `
  change as (
    insert into ${ownSchema}.changes (
      id, kind, made_by, tables, operations, inserted, updated, deleted, cascaded, note, undoes,
      fixed_because, is_kept, size_bytes
    )
    values (
      $1::uuid, $2::text, $3::text, $4::jsonb, $5::int, $6::int, $7::int, $8::int, $9::int,
      $10::text, $11::uuid, $12::text, ${isStoredExpression}, $13::bigint
    )
    returning id, is_kept
  ), ${unreported('$15')}`

const answer = /* SQL */ `
  select change.is_kept as "isKept", (
    select coalesce(json_object_agg(c.oid, ${versionExpression}), '{}')
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.oid = any ($14::oid[])
  ) as versions
  from change`

const withoutRows = `with ${recording} ${answer}`

const withRows = /* SQL */ `
  with ${recording}, kept as (
    insert into ${ownSchema}.changed_rows
      (change, place, operation, table_place, kind, key, before, after, was)
    select change.id, r.place::int, (r.value ->> 'operation')::int, (r.value ->> 'table')::int,
      r.value ->> 'kind', r.value -> 'key',
      nullif(r.value -> 'before', 'null'::jsonb), nullif(r.value -> 'after', 'null'::jsonb),
      (r.value ->> 'was')::xid
    from jsonb_array_elements($16::jsonb) with ordinality as r (value, place), change
    where change.is_kept
  )
  ${answer}`
