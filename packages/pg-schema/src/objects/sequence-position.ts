import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

type Owned = {
  schema: string
  sequence: string
  table_schema: string
  table: string
  column: string
  increment: string
  min: string
  max: string
}

const owned = /* SQL */ `
  select sn.nspname::text as schema, c.relname::text as sequence, tn.nspname::text as table_schema,
    t.relname::text as "table", a.attname::text as "column", s.seqincrement::text as increment,
    s.seqmin::text as min, s.seqmax::text as max
  from pg_class c
  join pg_namespace sn on sn.oid = c.relnamespace
  join pg_sequence s on s.seqrelid = c.oid
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
    and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0 and d.deptype in ('a', 'i')
  join pg_class t on t.oid = d.refobjid
  join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where c.oid = $1::oid and not s.seqcycle
    and a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype)
    and has_sequence_privilege(c.oid, 'select') and has_column_privilege(t.oid, a.attnum, 'select')`

export type Behind = { column: string; reached: string; next: string; free: string | null }

/**
 * Whether rows of the column that owns a sequence have numbers that it will return again. Null when
 * not, and for a sequence without such a column, that cycles, or that the role may not read.
 */
export async function findBehind(db: Queryable, id: number): Promise<Behind | null> {
  const [one] = await db.query<Owned>(owned, [id])
  if (one === undefined) return null
  const isAscending = !one.increment.startsWith('-')
  const column = quoteIdent(one.column)
  const [found] = await db.query<Omit<Behind, 'column'>>(
    `with x as (
       select (${isAscending ? 'max' : 'min'}(${column}))::numeric as reached
       from ${quoteIdent(one.table_schema)}.${quoteIdent(one.table)}
     ), s as (
       select last_value::numeric + case when is_called then $1::numeric else 0 end as next
       from ${quoteIdent(one.schema)}.${quoteIdent(one.sequence)}
     ), f as (select ceil(reached) + $1::numeric as free from x)
     select trim_scale(reached)::text as reached, next::text as next,
       case when free between $2::numeric and $3::numeric then trim_scale(free)::text end as free
     from x, s, f where ${isAscending ? 'reached >= next' : 'reached <= next'}`,
    [one.increment, one.min, one.max],
  )
  const name = `${one.table_schema}.${one.table}.${one.column}`
  return found === undefined ? null : { column: name, ...found }
}
