import type { Queryable } from '@basalt/engine'

import { listChildTables } from './child-tables.ts'

type ColumnKind =
  | 'number'
  | 'boolean'
  | 'text'
  | 'json'
  | 'time'
  | 'uuid'
  | 'enum'
  | 'array'
  | 'binary'
  | 'other'

export type ColumnRow = {
  name: string
  /** As `format_type` prints it. */
  data_type: string
  kind: ColumnKind
  is_nullable: boolean
  is_identity: boolean
  is_generated: boolean
  is_primary_key: boolean
  /** By an index of this column alone. */
  is_unique: boolean
  default_value: string | null
  enum_values: string[]
  comment: string | null
  references: {
    table_id: number
    schema: string
    table: string
    column: string
    /** Of a key over several columns, in the order of the index that it refers to. */
    pairs?: { column: string; referenced: string }[]
  } | null
}

/** The kind of the type of the alias `t`, which is no domain. */
export const kindExpression = /* SQL */ `
    case
      when t.typtype = 'e' then 'enum'
      when t.typcategory = 'A' then 'array'
      when t.typname in ('json', 'jsonb') then 'json'
      when t.typname = 'uuid' then 'uuid'
      when t.typname = 'bytea' then 'binary'
      when t.typcategory = 'N' then 'number'
      when t.typcategory = 'B' then 'boolean'
      when t.typcategory = 'D' then 'time'
      when t.typcategory = 'S' then 'text'
      else 'other'
    end`

/** The columns in their order. `kind` is that of the base type below domains. */
export function listColumns(db: Queryable, tableId: number): Promise<ColumnRow[]> {
  return db.query<ColumnRow>(columnsQuery, [tableId], { name: 'list-columns' })
}

const columnsQuery = /* SQL */ `
  with recursive base (attnum, type_id) as (
    select attnum, atttypid from pg_attribute
    where attrelid = $1::oid and attnum > 0 and not attisdropped
    union all
    select base.attnum, t.typbasetype from base
    join pg_type t on t.oid = base.type_id
    where t.typtype = 'd'
  )
  select
    a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as data_type,
    ${kindExpression} as kind,
    not a.attnotnull as is_nullable,
    a.attidentity <> '' as is_identity,
    a.attgenerated <> '' or a.attidentity = 'a' as is_generated,
    coalesce(pk.is_member, false) as is_primary_key,
    exists (
      select from pg_index u
      where u.indrelid = a.attrelid and u.indisunique and u.indisvalid and u.indpred is null
        and u.indnkeyatts = 1 and u.indkey[0] = a.attnum
    ) as is_unique,
    case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default_value,
    case when t.typtype = 'e' then
      array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)
    else '{}' end as enum_values,
    col_description(a.attrelid, a.attnum) as comment,
    fk.target as references
  from pg_attribute a
  join base on base.attnum = a.attnum
  join pg_type t on t.oid = base.type_id and t.typtype <> 'd'
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join lateral (
    select true as is_member from pg_index i
    where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)
  ) pk on true
  left join lateral (
    select json_strip_nulls(json_build_object(
      'table_id', c.confrelid::int8, 'schema', fn.nspname, 'table', fc.relname,
      'column', fa.attname,
      'pairs', case when cardinality(c.conkey) > 1 then (
        select json_agg(
          json_build_object('column', own.attname, 'referenced', other.attname)
          order by array_position(i.indkey::int2[], pair.other)
        )
        from unnest(c.conkey, c.confkey) as pair (own, other)
        join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
        join pg_attribute other on other.attrelid = c.confrelid and other.attnum = pair.other
        join pg_index i on i.indexrelid = c.conindid
      ) end
    )) as target
    from pg_constraint c
    join pg_class fc on fc.oid = c.confrelid
    join pg_namespace fn on fn.oid = fc.relnamespace
    join pg_attribute fa on fa.attrelid = c.confrelid
      and fa.attnum = c.confkey[array_position(c.conkey, a.attnum)]
    where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any (c.conkey)
      -- A key with PERIOD (from PostgreSQL 18 on) points at no single row.
      and coalesce(to_jsonb(c) ->> 'conperiod', 'false') = 'false'
    order by cardinality(c.conkey), c.oid
    limit 1
  ) fk on true
  where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped
  order by a.attnum`

/**
 * The columns that identify a row: the primary key, else the narrowest unique index over plain NOT
 * NULL columns, else `ctid` where rows have one. For tables with child tables, whose rows are read
 * together and may have equal values, `tableoid` and `ctid` follow the columns. Empty when there is
 * none.
 */
export async function findKey(db: Queryable, tableId: number): Promise<string[]> {
  const rows = await db.query<{ columns: string[] }>(keyQuery, [tableId], { name: 'find-key' })
  return rows[0]?.columns ?? []
}

/** The key of the rows that are stored in the table itself. */
export const getOwnKey = (table: string): string => /* SQL */ `
  select columns from (
    select array(
      select a.attname::text
      from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where k.place <= i.indnkeyatts
      order by k.place
    ) as columns, i.indisprimary, i.indnkeyatts, i.indexrelid
    from pg_index i
    where i.indrelid = ${table}
      and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
      and not exists (
        select from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where k.place <= i.indnkeyatts and not a.attnotnull
      )
    union all
    select array['ctid'], false, null, null
    from pg_class kept join pg_am m on m.oid = kept.relam
    where kept.oid = ${table} and kept.relkind in ('r', 'm') and m.amname = 'heap'
  ) as keys
  order by indisprimary desc, indnkeyatts, indexrelid
  limit 1`

/** The columns of the key of the table of this number. */
export const getKey = (table: string): string => /* SQL */ `
  select case
    when named.relkind <> 'r' or not named.relhassubclass or not exists (
      select from pg_inherits where inhparent = named.oid
    ) then own.columns
    when not exists (
      select from (${listChildTables('named.oid')}) as child
      join pg_class h on h.oid = child.id
      left join pg_am m on m.oid = h.relam
      where m.amname is distinct from 'heap'
    ) then array_remove(own.columns, 'ctid') || array['tableoid', 'ctid']
  end as columns
  from pg_class named, lateral (${getOwnKey('named.oid')}) own
  where named.oid = ${table}`

export const keyQuery = getKey('$1::oid')
