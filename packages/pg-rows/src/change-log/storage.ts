import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { createOnce, ownSchema } from '@basalt/pg-catalog'

const statements: readonly string[] = [
  `create schema if not exists ${ownSchema}`,
  `comment on schema ${ownSchema} is 'Kept by Basalt: history of rows and what is in the trash'`,
  `create table if not exists ${ownSchema}.settings (name text primary key, value jsonb not null)`,
  /* SQL */ `
  create table if not exists ${ownSchema}.changes (
    id uuid primary key,
    at timestamptz not null default clock_timestamp(),
    kind text not null,
    made_by text not null,
    tables jsonb not null,
    operations int not null,
    inserted int not null,
    updated int not null,
    deleted int not null,
    cascaded int not null,
    note text,
    undoes uuid,
    undone_by uuid,
    fixed_because text,
    is_kept boolean not null,
    size_bytes bigint not null
  )`,
  `create index if not exists changes_at on ${ownSchema}.changes (at desc, id desc)`,
  /* SQL */ `
  create table if not exists ${ownSchema}.changed_rows (
    change uuid not null,
    place int not null,
    operation int,
    table_place int not null,
    kind text not null,
    key jsonb not null,
    before jsonb,
    after jsonb,
    primary key (change, place)
  )`,
  // The transaction that had written the row of before.
  `alter table ${ownSchema}.changed_rows add column if not exists was xid`,
  // The inverse of a change of a table.
  `alter table ${ownSchema}.changes add column if not exists design jsonb`,
  `create table if not exists ${ownSchema}.unreported (change uuid primary key, report text not null)`,
]

/** Creates the tables of the history when they are missing. Needs a transaction. */
export async function ensureHistory(tx: Queryable): Promise<void> {
  if (await isComplete(tx)) return
  await createOnce(tx, statements)
}

/** Whether the tables are complete, including later additions. */
async function isComplete(db: Queryable): Promise<boolean> {
  if (!(await hasHistory(db))) return false
  const result = await db.text(
    `select (
       select count(*) from pg_catalog.pg_attribute
       where attrelid = '${ownSchema}.changed_rows'::regclass and attname = 'was'
         or attrelid = '${ownSchema}.changes'::regclass and attname = 'design'
     ) = 2 and to_regclass('${ownSchema}.unreported') is not null`,
  )
  return result.rows[0]?.[0] === 't'
}

export async function hasHistory(db: Queryable): Promise<boolean> {
  const result = await db.text(
    `select to_regclass('${ownSchema}.changes') is not null
       and to_regclass('${ownSchema}.changed_rows') is not null
       and to_regclass('${ownSchema}.settings') is not null`,
  )
  return result.rows[0]?.[0] === 't'
}

export type HistoryLimits = { is_on: boolean; window_hours: number; most_bytes: number }

/** Without a word of the user: a day, and 256 MB. */
const defaults: HistoryLimits = { is_on: true, window_hours: 24, most_bytes: 268_435_456 }

/** An expression that is true while the history is on. */
export const isStoredExpression = `coalesce((select (s.value ->> 'is_on')::boolean from ${ownSchema}.settings s where s.name = 'history'), true)`

export async function readHistoryLimits(db: Queryable): Promise<HistoryLimits> {
  if (!(await hasHistory(db))) return defaults
  const rows = await db.query<{ value: Partial<HistoryLimits> }>(
    `select value from ${ownSchema}.settings where name = 'history'`,
  )
  return { ...defaults, ...rows[0]?.value }
}

/** Switching it off deletes the stored rows; who changed what and when stays. */
export async function writeHistoryLimits(
  db: ProjectDatabase,
  limits: HistoryLimits,
): Promise<void> {
  await db.transaction(async (tx) => {
    await ensureHistory(tx)
    await tx.query(
      `insert into ${ownSchema}.settings (name, value) values ('history', $1)
       on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(limits)],
    )
  })
  await sweepHistory(db)
}

/** How long the id of a change is stored, so that it is never applied twice. */
const rememberedDays = 90

/** Deletes entries beyond the window or the size limit, oldest first. */
export async function sweepHistory(db: ProjectDatabase): Promise<void> {
  if (!(await hasHistory(db))) return
  const limits = await readHistoryLimits(db)
  await db.transaction(async (tx) => {
    const expired = await tx.query<{ id: string }>(
      /* SQL */ `
      with kept as (
        select id, at, sum(size_bytes) over (order by at desc, id desc) as total
        from ${ownSchema}.changes where is_kept
      )
      update ${ownSchema}.changes c
      set is_kept = false, size_bytes = 0
      from kept k
      where c.id = k.id and (
        not $1 or k.at < clock_timestamp() - make_interval(hours => $2) or k.total > $3
      )
      returning c.id::text as id`,
      [limits.is_on, limits.window_hours, limits.most_bytes],
    )
    if (expired.length > 0) {
      await tx.query(`delete from ${ownSchema}.changed_rows where change = any ($1::uuid[])`, [
        expired.map(({ id }) => id),
      ])
    }
    await tx.query(
      `delete from ${ownSchema}.changes
       where not is_kept and at < clock_timestamp() - make_interval(days => $1)`,
      [rememberedDays],
    )
  })
}
