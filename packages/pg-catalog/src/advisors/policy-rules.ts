import type { AdvisorRule } from './rule.ts'

/** A call whose value is the same for all rows of a statement, as `pg_get_expr` prints it. */
const call = String.raw`(auth\.(uid|jwt|role|email)\(\)|current_setting\((''[^'']*''(::text)?(, (true|false))?)\))`
/** The same in a subquery, which PostgreSQL evaluates once. */
const wrapped = String.raw`select\s+\(*${call}`

const withoutWrapped = (expression: string) =>
  `regexp_replace(coalesce(${expression}, ''), '${wrapped}', '', 'gi')`

/** The expression with each call in a subquery; the existing subqueries stay as they are. */
const wrapCalls = (expression: string) =>
  `regexp_replace(${expression}, '(?<!select |select \\(|select \\(\\()${call}', '(select \\1)', 'gi')`

const alterPolicy = (change: (expression: string) => string) => `
  format('alter policy %I on %s%s%s;', p.name, p.quoted,
    case when p.condition is not null then format(' using (%s)', ${change('p.condition')}) end,
    case when p.new_condition is not null then format(' with check (%s)', ${change('p.new_condition')}) end)`

const policyKey = `format('%s %I', p.quoted, p.name)`
const policyMetadata = `jsonb_build_object('table_id', p.table_id::int8, 'table', p.table_name, 'policy_id', p.oid::int8)`
const isOfApi = `(p.roles = '{0}' or exists (
  select from pg_roles r where r.oid = any (p.roles) and r.rolname in ('anon', 'authenticated')
))`

/** Rules about policies of row-level security. */
export const policyRules: readonly AdvisorRule[] = [
  {
    rule: 'auth_rls_initplan',
    sql: /* SQL */ `
      select ${policyKey} as key, 'warning' as level, p.schema, p.name, 'policy' as kind,
        format('The policy %I of %s calls a function for every row whose value is the same for all rows of a statement.', p.name, p.quoted) as detail,
        ${policyMetadata} as metadata,
        ${alterPolicy(wrapCalls)} as fix, ${alterPolicy((expression) => expression)} as undo
      from policies p
      where ${withoutWrapped('p.condition')} ~ '${call}' or ${withoutWrapped('p.new_condition')} ~ '${call}'`,
  },
  {
    rule: 'multiple_permissive_policies',
    sql: /* SQL */ `
      select format('%s %s', t.quoted, t.command) as key, 'warning' as level, t.schema,
        t.table_name as name, 'table' as kind,
        format('%s permissive policies of %s apply to %s: %s. PostgreSQL evaluates all of them for every row.', t.count, t.quoted, upper(t.command), t.names) as detail,
        jsonb_build_object('table_id', t.table_id::int8, 'command', t.command, 'policies', t.list) as metadata,
        null::text as fix, null::text as undo
      from (
        select p.table_id, p.schema, p.table_name, p.quoted, c.command, count(*) as count,
          string_agg(p.name, ', ' order by p.name) as names, jsonb_agg(p.name order by p.name) as list
        from policies p
        join (values ('r', 'select'), ('a', 'insert'), ('w', 'update'), ('d', 'delete')) c (code, command)
          on p.command in (c.code, '*')
        where p.is_permissive and p.has_rls and exists (
          -- Another one that applies to one of its roles.
          select from pg_policy o
          where o.polrelid = p.table_id and o.oid <> p.oid and o.polpermissive
            and o.polcmd in (c.code::"char", '*')
            and (o.polroles && p.roles or 0::oid = any (o.polroles) or 0::oid = any (p.roles))
        )
        group by p.table_id, p.schema, p.table_name, p.quoted, c.command
      ) t`,
  },
  {
    rule: 'rls_references_user_metadata',
    sql: /* SQL */ `
      select ${policyKey} as key, 'error' as level, p.schema, p.name, 'policy' as kind,
        format('The policy %I of %s decides by user metadata, which users edit themselves.', p.name, p.quoted) as detail,
        ${policyMetadata} as metadata, null::text as fix, null::text as undo
      from policies p
      where concat(p.condition, ' ', p.new_condition) ~ '(''user_metadata''|raw_user_meta_data)'`,
  },
  {
    rule: 'rls_policy_always_true',
    sql: /* SQL */ `
      select ${policyKey} as key, 'warning' as level, p.schema, p.name, 'policy' as kind,
        format('The policy %I of %s lets the API %s every row: its condition is always true.', p.name, p.quoted, w.verbs) as detail,
        ${policyMetadata} as metadata, null::text as fix, null::text as undo
      from policies p
      join (values ('a', 'insert'), ('w', 'update'), ('d', 'delete'), ('*', 'read and change')) w (code, verbs)
        on p.command = w.code
      where p.is_permissive and ${isOfApi}
        and case when p.command = 'a' then p.new_condition else p.condition end ~ '^\\(?(true|1 = 1)\\)?$'`,
  },
  {
    rule: 'public_bucket_allows_listing',
    needs: { table: 'storage.buckets' },
    // Only the owner of the service's tables may read them; the row as JSON also fits other versions.
    sql: /* SQL */ `
      select b.id as key, 'warning' as level, 'storage' as schema, b.name, 'bucket' as kind,
        format('The bucket %s is public, and the policy %I lets clients list all of its files.', b.name, p.polname) as detail,
        jsonb_build_object('bucket', b.id, 'policy', p.polname) as metadata, null::text as fix, null::text as undo
      from (
        select r.j ->> 'id' as id, coalesce(r.j ->> 'name', r.j ->> 'id') as name
        from (select to_jsonb(b) as j from storage.buckets b) r where (r.j ->> 'public')::boolean
      ) b
      join lateral (
        select p.polname from pg_policy p
        cross join lateral (select pg_get_expr(p.polqual, p.polrelid) as condition) e
        where p.polrelid = to_regclass('storage.objects') and p.polcmd in ('r', '*') and p.polpermissive
          and ${isOfApi.replaceAll('p.roles', 'p.polroles')}
          and (e.condition = 'true' or e.condition = format('(bucket_id = %L::text)', b.id))
        order by p.polname limit 1
      ) p on true`,
  },
]
