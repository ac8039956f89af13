import { randomUUID } from 'node:crypto'

import type { Queryable } from '@basalt/engine'
import {
  type DependentKind,
  type DependentRow,
  listDependents,
  ownSchema,
  trashSchema,
} from '@basalt/pg-catalog'
import { instant, toSql, type Step, step, tableName } from '@basalt/pg-schema'
import { quoteIdent } from '@basalt/pg-sql'

import { dropStatement, readDefinitions } from './dependent-definitions.ts'
import { type TrashRecord } from './storage.ts'

/** Kinds of objects that are restored with a table. */
const returning: ReadonlySet<DependentKind> = new Set([
  'view',
  'materialized view',
  'foreign key',
  'policy',
  'function',
])

export const canReturn = ({ kind }: DependentRow): boolean => returning.has(kind)

/** Why a relation cannot go to the trash; null when it can. */
export async function onlyForGood(
  db: Queryable,
  id: number,
  dependents: readonly DependentRow[],
): Promise<string | null> {
  const [row] = await db.query<{ reason: string | null }>(
    /* SQL */ `
    select case
      when c.relkind in ('v', 'm') then 'A view holds no rows of its own: its definition makes it again'
      when c.relkind = 'f' then 'The rows of a foreign table are elsewhere and stay there'
      when c.relispartition then 'A partition belongs to its table'
      when exists (select from pg_inherits i where i.inhparent = c.oid) and c.relkind = 'r'
        or exists (select from pg_inherits i where i.inhrelid = c.oid)
        then 'It shares columns with other tables by inheritance'
      when exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      ) then 'It belongs to an extension'
    end as reason
    from pg_class c where c.oid = $1::oid`,
    [id],
  )
  const stuck = dependents.find((one) => !canReturn(one))
  const other =
    stuck === undefined ? null : `${stuck.description} depends on it and could not be restored`
  return row?.reason ?? other
}

export type TrashPlan = {
  id: string
  table: { id: number; schema: string; name: string }
  record: Omit<TrashRecord, 'dependents'>
  dependents: DependentRow[]
  moving: Step[]
  dropping: Step[]
}

/** The statements that take a table out of sight, with everything that hangs on it. */
export async function planDrop(
  db: Queryable,
  table: { id: number; schema: string; name: string },
  id: string = randomUUID(),
): Promise<TrashPlan> {
  const token = `dropped_${id.replaceAll('-', '')}`
  const [members, parts, keys, publications, dependents] = [
    await listMembers(db, table.id, token),
    await listParts(db, table.id, token),
    await db.query<KeyRow>(keyQuery, [table.id]),
    await db.query<TrashRecord['publications'][number]>(publicationQuery, [table.id]),
    await listDependents(db, table.id),
  ]
  const others = dependents.filter(({ kind }) => kind !== 'foreign key')
  const note = instant(
    `${table.schema}.${table.name}`,
    'Moves the table in the catalog; its rows stay in place',
  )
  const plain = (sql: string) => step([sql], null)
  return {
    id,
    table,
    record: { members, parts, keys, publications },
    dependents: others,
    moving: members.flatMap((member) => [
      step([`alter table ${tableName(member)} rename to ${member.kept_as}`], note),
      step(
        [`alter table ${quoteIdent(member.schema)}.${member.kept_as} set schema ${trashSchema}`],
        note,
      ),
    ]),
    dropping: [
      ...parts.map(({ kind, name, kept_as }) =>
        plain(`alter ${kind} ${trashSchema}.${quoteIdent(name)} rename to ${kept_as}`),
      ),
      ...keys.map((key) => keyStep(key, members)),
      ...publications.map(({ name, table: member }) =>
        plain(
          `alter publication ${quoteIdent(name)} drop table ${trashSchema}.${members.find(({ id: at }) => at === member)?.kept_as ?? ''}`,
        ),
      ),
      ...(await listDrops(db, others.toReversed())),
    ],
  }
}

type KeyRow = TrashRecord['keys'][number] & { on: string }

/** A key of the table itself is dropped in the trash schema. */
function keyStep({ table, name, on }: KeyRow, members: TrashRecord['members']): Step {
  const member = members.find(({ id }) => id === table)
  const target = member === undefined ? on : `${trashSchema}.${member.kept_as}`
  return step(
    [`alter table ${target} drop constraint ${quoteIdent(name)}`],
    instant(on, 'Removes the foreign key from the catalog'),
  )
}

async function listDrops(db: Queryable, dependents: readonly DependentRow[]): Promise<Step[]> {
  const steps: Step[] = []
  for (const one of dependents) steps.push(step([await dropStatement(db, one)], null))
  return steps
}

/** Moves the table out of sight. Needs a transaction. */
export async function carryOutDrop(tx: Queryable, plan: TrashPlan): Promise<void> {
  for (const { fragment } of plan.moving) await tx.text(toSql(fragment))
  // Definitions are read now: they name the table by its name in the trash, which is replaced when
  // it is restored under any other.
  const keys = await readKeys(tx, plan.record.keys)
  const dependents = await readDefinitions(tx, plan.dependents)
  for (const { fragment } of plan.dropping) await tx.text(toSql(fragment))
  const record: TrashRecord = { ...plan.record, keys, dependents }
  await tx.query(
    `insert into ${ownSchema}.dropped_tables (id, relation, schema_name, table_name, record)
     values ($1::uuid, $2::oid, $3, $4, $5::jsonb)`,
    [plan.id, plan.table.id, plan.table.schema, plan.table.name, JSON.stringify(record)],
  )
}

async function readKeys(tx: Queryable, keys: TrashRecord['keys']): Promise<TrashRecord['keys']> {
  const read: TrashRecord['keys'] = []
  for (const { table, name } of keys) {
    const [row] = await tx.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = $1::oid and conname = $2`,
      [table, name],
    )
    if (row !== undefined) read.push({ table, name, definition: row.definition })
  }
  return read
}

const listMembers = (db: Queryable, id: number, token: string) =>
  db.query<TrashRecord['members'][number]>(
    /* SQL */ `
    select c.oid::int8::float8 as id, n.nspname::text as schema, c.relname::text as name,
      $2::text || case when level = 0 then '' else '_' || row_number() over (order by level, c.oid) end as kept_as
    from (
      select relid, level from pg_partition_tree($1::oid::regclass)
      union select $1::oid::regclass, 0
    ) tree
    join pg_class c on c.oid = tree.relid
    join pg_namespace n on n.oid = c.relnamespace
    order by level, c.oid`,
    [id, token],
  )

/** Indexes and sequences move along with their table, into a schema where names are taken. */
const listParts = (db: Queryable, id: number, token: string) =>
  db.query<TrashRecord['parts'][number]>(
    /* SQL */ `
    select c.oid::int8::float8 as id,
      case c.relkind when 'S' then 'sequence' else 'index' end as kind,
      c.relname::text as name,
      $2::text || '_p' || row_number() over (order by c.oid) as kept_as
    from (
      select relid from pg_partition_tree($1::oid::regclass) union select $1::oid::regclass
    ) tree (relid)
    join lateral (
      select i.indexrelid as part from pg_index i where i.indrelid = tree.relid
      union
      select d.objid from pg_depend d
      where d.refclassid = 'pg_class'::regclass and d.refobjid = tree.relid
        and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjsubid > 0
    ) parts on true
    join pg_class c on c.oid = parts.part and c.relkind in ('i', 'I', 'S')
    order by c.oid`,
    [id, token],
  )

/** Keys from and to the table; self-referencing ones stay. */
const keyQuery = /* SQL */ `
  select k.conrelid::int8::float8 as "table", k.conname::text as name, '' as definition,
    format('%I.%I', n.nspname, c.relname) as "on"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and k.conrelid <> k.confrelid
    and (
      k.conrelid in (select relid from pg_partition_tree($1::oid::regclass) union select $1::oid)
      or k.confrelid in (select relid from pg_partition_tree($1::oid::regclass) union select $1::oid)
    )
  order by k.oid`

const publicationQuery = /* SQL */ `
  select p.pubname::text as name, r.prrelid::int8::float8 as "table",
    (
      select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = r.prrelid and a.attnum = any (r.prattrs)
    ) as columns,
    pg_get_expr(r.prqual, r.prrelid) as "where"
  from pg_publication_rel r
  join pg_publication p on p.oid = r.prpubid
  where r.prrelid in (select relid from pg_partition_tree($1::oid::regclass) union select $1::oid)
  order by 1, 2`
