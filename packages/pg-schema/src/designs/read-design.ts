import { createHash } from 'node:crypto'

import type { Queryable } from '@basalt/engine'
import type { ColumnDesign, ForeignKeyDesign, TableDesign } from '@basalt/pg-model'

import { readDefault } from './default-text.ts'
import { realtimePublication } from './design.ts'

/** Names of the constraints that a design contains without naming them. */
type ConstraintNames = {
  primary_key: string | null
  /** By column: the unique constraints on it alone. */
  unique: ReadonlyMap<string, string[]>
  /** By column: the check constraint that its design shows. */
  check: ReadonlyMap<string, string>
}

export type DesignedTable = {
  id: number
  kind: 'table' | 'partitioned_table' | 'foreign_table'
  design: TableDesign
  constraints: ConstraintNames
  /** Changes whenever the design or its constraints do. */
  version: string
  size_bytes: number
  row_estimate: number | null
}

/** Null when there is no such table. Views have no design of this kind. */
export async function readDesign(db: Queryable, id: number): Promise<DesignedTable | null> {
  const [table] = await db.query<TableFacts>(tableQuery, [id, realtimePublication])
  if (table === undefined) return null
  const columns = await db.query<ColumnFacts>(columnQuery, [id])
  const foreignKeys = await db.query<ForeignKeyDesign>(foreignKeyQuery, [id])
  const { kind, size_bytes, row_estimate, primary_key_name, ...head } = table
  const design: TableDesign = {
    ...head,
    foreign_keys: foreignKeys,
    columns: columns.map(getDesign),
  }
  const constraints: ConstraintNames = {
    primary_key: primary_key_name,
    unique: new Map(columns.map((column) => [column.name, column.unique_names])),
    check: new Map(
      columns.flatMap(({ name, check_name }) => (check_name === null ? [] : [[name, check_name]])),
    ),
  }
  const version = createHash('sha256')
    .update(
      JSON.stringify([design, primary_key_name, [...constraints.unique], [...constraints.check]]),
    )
    .digest('hex')
  return { id, kind, design, constraints, version, size_bytes, row_estimate }
}

type TableFacts = Omit<TableDesign, 'columns' | 'foreign_keys'> & {
  kind: DesignedTable['kind']
  size_bytes: number
  row_estimate: number | null
  primary_key_name: string | null
}

type ColumnFacts = Omit<ColumnDesign, 'default' | 'is_unique'> & {
  default_sql: string | null
  unique_names: string[]
  check_name: string | null
}

function getDesign({ default_sql, unique_names, ...column }: ColumnFacts): ColumnDesign {
  return {
    name: column.name,
    data_type: column.data_type,
    is_nullable: column.is_nullable,
    default: default_sql === null ? null : readDefault(default_sql),
    identity: column.identity,
    generated: column.generated,
    is_unique: unique_names.length > 0,
    check: column.check,
    comment: column.comment,
  }
}

const tableQuery = /* SQL */ `
  select
    n.nspname::text as schema,
    c.relname::text as name,
    obj_description(c.oid, 'pg_class') as comment,
    c.relrowsecurity as rls_enabled,
    exists (
      select from pg_publication_rel r join pg_publication p on p.oid = r.prpubid
      where r.prrelid = c.oid and p.pubname = $2
    ) as is_realtime,
    case c.relkind when 'r' then 'table' when 'p' then 'partitioned_table' else 'foreign_table' end as kind,
    pg_total_relation_size(c.oid)::float8 as size_bytes,
    case when c.reltuples < 0 then null else c.reltuples::float8 end as row_estimate,
    k.conname::text as primary_key_name,
    array(
      select a.attname::text from unnest(k.conkey) with ordinality as part (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
      order by place
    ) as primary_key
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.oid = $1::oid and c.relkind in ('r', 'p', 'f')`

const columnQuery = /* SQL */ `
  select
    a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as data_type,
    not a.attnotnull as is_nullable,
    case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid, true) end as default_sql,
    case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as identity,
    case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid, true) end as generated,
    array(
      select k.conname::text from pg_constraint k
      where k.conrelid = a.attrelid and k.contype = 'u' and k.conkey = array[a.attnum]
      order by k.oid
    ) as unique_names,
    checked.name as check_name,
    checked.expression as "check",
    col_description(a.attrelid, a.attnum) as comment
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join lateral (
    select k.conname::text as name, pg_get_expr(k.conbin, k.conrelid, true) as expression
    from pg_constraint k
    where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
    order by k.oid
    limit 1
  ) checked on true
  where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped
  order by a.attnum`

const getAction = (column: string) => /* SQL */ `
  case ${column} when 'c' then 'cascade' when 'r' then 'restrict' when 'd' then 'set default'
    when 'n' then 'set null' else 'no action' end`

const listNames = (table: string, numbers: string) => /* SQL */ `
  array(
    select a.attname::text from unnest(${numbers}) with ordinality as part (attnum, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = part.attnum
    order by place
  )`

const foreignKeyQuery = /* SQL */ `
  select
    k.conname::text as name,
    ${listNames('k.conrelid', 'k.conkey')} as columns,
    json_build_object('schema', fn.nspname, 'table', f.relname,
      'columns', ${listNames('k.confrelid', 'k.confkey')}) as "references",
    ${getAction('k.confupdtype')} as on_update,
    ${getAction('k.confdeltype')} as on_delete,
    k.convalidated as is_valid
  from pg_constraint k
  join pg_class f on f.oid = k.confrelid
  join pg_namespace fn on fn.oid = f.relnamespace
  where k.conrelid = $1::oid and k.contype = 'f' and k.conparentid = 0
  order by k.conname`
