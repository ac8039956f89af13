import type { Queryable } from '@basalt/engine'
import { keyQuery, kindExpression } from '@basalt/pg-catalog'

import type { RowTarget } from './row-target.ts'

/**
 * The catalog's current description of a table, as far as reading rows needs it: one short
 * statement, because it runs before every page. Null when there is no such relation, or it is of
 * another kind.
 */
export async function findTarget(db: Queryable, tableId: number): Promise<RowTarget | null> {
  const rows = await db.query<RowTarget>(targetQuery, [tableId], { name: 'find-target' })
  return rows[0] ?? null
}

/**
 * With `limit` PostgreSQL looks each type up: a join would read all types of the database for a few
 * columns, and every table adds two types.
 */
const targetQuery = /* SQL */ `
  select
    n.nspname::text as schema,
    c.relname::text as name,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'data_type', format_type(a.atttypid, a.atttypmod),
        'kind', ${kindExpression},
        'is_nullable', not a.attnotnull
      ) order by a.attnum)
      from pg_attribute a
      join pg_type own on own.oid = a.atttypid
      cross join lateral (
        select * from pg_type where oid = case when own.typtype <> 'd' then own.oid else (
          with recursive base (id) as (
            select own.typbasetype
            union all
            select d.typbasetype from base join pg_type d on d.oid = base.id where d.typtype = 'd'
          )
          select base.id from base join pg_type b on b.oid = base.id where b.typtype <> 'd'
        ) end
        limit 1
      ) t
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((${keyQuery}), '{}') as key
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`
