import type { Queryable } from '@basalt/engine'
import { createOnce, ownSchema, trashSchema } from '@basalt/pg-catalog'
import { readHistoryLimits } from '@basalt/pg-rows'

const statements: readonly string[] = [
  `create schema if not exists ${ownSchema}`,
  `create schema if not exists ${trashSchema}`,
  `comment on schema ${trashSchema} is 'Kept by Basalt: dropped tables that can be brought back'`,
  /* SQL */ `
  create table if not exists ${ownSchema}.dropped_tables (
    id uuid primary key,
    relation oid not null,
    schema_name text not null,
    table_name text not null,
    dropped_at timestamptz not null default clock_timestamp(),
    record jsonb not null
  )`,
]

/** Creates the trash when it is missing. Needs a transaction. */
export async function ensureTrash(tx: Queryable): Promise<void> {
  if (await hasTrash(tx)) return
  await createOnce(tx, statements)
}

/** False also for a role without access to it. */
async function hasTrash(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ has_trash: boolean }>(/* SQL */ `
    select count(*) = 2 and bool_and(has_schema_privilege(oid, 'usage'))
      and to_regclass('${ownSchema}.dropped_tables') is not null as has_trash
    from pg_namespace where nspname in ('${ownSchema}', '${trashSchema}')`)
  return row?.has_trash ?? false
}

/** The data for restoring a table. */
export type TrashRecord = {
  /** The table and its partitions, with their places before. */
  members: { id: number; schema: string; name: string; kept_as: string }[]
  /** Indexes and sequences, whose names had to go out of the way. */
  parts: { id: number; kind: 'index' | 'sequence'; name: string; kept_as: string }[]
  keys: { table: number; name: string; definition: string }[]
  publications: { name: string; table: number; columns: string[] | null; where: string | null }[]
  /** Objects that were dropped with it, in the order in which they are restored. */
  dependents: { description: string; statements: string[] }[]
}

export type TrashEntry = {
  id: string
  relation: number
  schema: string
  name: string
  dropped_at: string
  expires_at: string
  size_bytes: number
  row_estimate: number | null
  record: TrashRecord
}

/** Dropped tables that are still there, latest first. */
export async function listTrash(db: Queryable, id?: string): Promise<TrashEntry[]> {
  if (!(await hasTrash(db))) return []
  const { window_hours } = await readHistoryLimits(db)
  return db.query<TrashEntry>(
    /* SQL */ `
    select d.id::text as id, d.relation::int8::float8 as relation,
      d.schema_name as schema, d.table_name as name,
      to_json(d.dropped_at at time zone 'utc') #>> '{}' || 'Z' as dropped_at,
      to_json((d.dropped_at + make_interval(hours => $1)) at time zone 'utc') #>> '{}' || 'Z' as expires_at,
      (
        select coalesce(sum(pg_total_relation_size(m.oid)), 0)::float8
        from jsonb_array_elements(d.record -> 'members') member
        join pg_class m on m.oid = (member ->> 'id')::oid
      ) as size_bytes,
      case when c.reltuples < 0 then null else c.reltuples::float8 end as row_estimate,
      d.record
    from ${ownSchema}.dropped_tables d
    join pg_class c on c.oid = d.relation
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = '${trashSchema}'
    where ($2::uuid is null or d.id = $2::uuid)
    order by d.dropped_at desc, d.id`,
    [window_hours, id ?? null],
  )
}

/** Total size limit; the table that was dropped last stays in any case. */
const maxBytes = 5 * 1024 * 1024 * 1024

/** The tables whose time is over, or that take more room than the trash has. */
export function overdue(entries: readonly TrashEntry[], now: Date): TrashEntry[] {
  let total = 0
  return entries.filter(({ expires_at, size_bytes }, index) => {
    total += size_bytes
    return new Date(expires_at) <= now || (index > 0 && total > maxBytes)
  })
}

/** Deletes a dropped table permanently. Needs a transaction. */
export async function emptyEntry(tx: Queryable, entry: TrashEntry): Promise<void> {
  const [member] = entry.record.members
  if (member !== undefined) {
    // Partitions go with their table.
    await tx.text(`drop table if exists ${trashSchema}.${member.kept_as}`)
  }
  await tx.query(`delete from ${ownSchema}.dropped_tables where id = $1::uuid`, [entry.id])
}
