import type { Queryable } from '@basalt/engine'
import type { DependentRow } from '@basalt/pg-catalog'

import type { TrashRecord } from './storage.ts'

/** The statement that drops something alone, in PostgreSQL's own words for it. */
export async function dropStatement(db: Queryable, one: DependentRow): Promise<string> {
  const [row] = await db.query<{ sql: string }>(
    /* SQL */ `
    select case $1::text
      when 'pg_policy' then (
        select format('drop policy %I on %s', polname, polrelid::regclass) from pg_policy where oid = $2::oid
      )
      when 'pg_proc' then (
        select format('drop %s %s', case prokind when 'p' then 'procedure' else 'function' end, oid::regprocedure)
        from pg_proc where oid = $2::oid
      )
      else (
        select format('drop %s %s', case relkind when 'm' then 'materialized view' else 'view' end, oid::regclass)
        from pg_class where oid = $2::oid
      )
    end as sql`,
    [one.class, one.id],
  )
  return row?.sql ?? ''
}

/**
 * The statements that recreate the dependents, with the dropped table under its current name, in
 * dependency order.
 */
export async function readDefinitions(
  tx: Queryable,
  dependents: readonly DependentRow[],
): Promise<TrashRecord['dependents']> {
  // Every name is written with its schema, independent of the search path at the restore.
  await tx.text("set local search_path = ''")
  const read: TrashRecord['dependents'] = []
  for (const { class: kind, id, description } of dependents) {
    const query = queries[kind]
    if (query === undefined) continue
    const rows = await tx.query<{ statement: string }>(query, [id])
    read.push({ description, statements: rows.map(({ statement }) => statement) })
  }
  await tx.text('set local search_path to default')
  return read
}

const queries: Readonly<Record<string, string>> = {
  pg_class: /* SQL */ `
    select statement from (
      select 0 as place, format('create %sview %I.%I%s as %s',
        case c.relkind when 'm' then 'materialized ' else '' end, n.nspname, c.relname,
        case when c.reloptions is null then '' else format(' with (%s)', array_to_string(c.reloptions, ', ')) end,
        rtrim(pg_get_viewdef(c.oid), ';')) as statement
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = $1::oid
      union all
      select 1, format('comment on %sview %I.%I is %L',
        case c.relkind when 'm' then 'materialized ' else '' end, n.nspname, c.relname, d.description)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = 0
      where c.oid = $1::oid
      union all
      select 2, pg_get_indexdef(indexrelid) from pg_index where indrelid = $1::oid
      union all
      select 3, format('grant %s on %I.%I to %s%s', acl.privilege_type, n.nspname, c.relname,
        case acl.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(acl.grantee)) end,
        case when acl.is_grantable then ' with grant option' else '' end)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl
      where c.oid = $1::oid and acl.grantee <> c.relowner
      union all
      select 4, pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::oid and not tgisinternal
    ) made order by place`,
  pg_proc: 'select pg_get_functiondef($1::oid) as statement',
  pg_policy: /* SQL */ `
    select format('create policy %I on %s as %s for %s to %s%s%s', p.polname, p.polrelid::regclass,
      case when p.polpermissive then 'permissive' else 'restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
        when 'd' then 'delete' else 'all' end,
      (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ')
        from unnest(p.polroles) role),
      coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''),
      coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')) as statement
    from pg_policy p where p.oid = $1::oid`,
}
