import type { AdvisorRule } from './rule.ts'

const enableRls = `format('alter table %s enable row level security;', x.quoted)`
const disableRls = `format('alter table %s disable row level security;', x.quoted)`

/** Types of columns that `pg_upgrade` refuses, because they store object ids. */
const refusedTypes = `'regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper',
  'regoperator', 'regproc', 'regprocedure'`

/** Names of columns that usually hold secrets or data about people. */
const sensitiveName =
  '^(.*_)?(password|passwd|password_hash|pass_hash|secret|api_key|apikey|access_token|refresh_token|private_key|ssn|social_security(_number)?|national_id|passport(_number)?|tax_id|credit_card|card_number|cvv|iban|bank_account|date_of_birth|birth_date|medical_record|salary)(_.*)?$'

/** Rules about tables and their columns. */
export const tableRules: readonly AdvisorRule[] = [
  {
    rule: 'rls_disabled_in_public',
    sql: /* SQL */ `
      select x.quoted as key, case when x.is_reachable then 'error' else 'warning' end as level,
        x.schema, x.name, 'table' as kind,
        case when x.is_reachable
          then format('Row-level security is off on %s, and the roles of the API have privileges on it: everyone who can call the API reaches all of its rows.', x.quoted)
          else format('Row-level security is off on %s. The roles of the API have no privileges on it yet; the first grant opens all of its rows.', x.quoted)
        end as detail,
        jsonb_build_object('table_id', x.oid::int8) as metadata, ${enableRls} as fix, ${disableRls} as undo
      from exposed_relations x
      where x.relkind in ('r', 'p') and not x.has_rls
        -- A table with policies is reported by policy_exists_rls_disabled.
        and not exists (select from pg_policy p where p.polrelid = x.oid)`,
  },
  {
    rule: 'policy_exists_rls_disabled',
    sql: /* SQL */ `
      select x.quoted as key, 'error' as level, x.schema, x.name, 'table' as kind,
        format('%s has policies (%s), but row-level security is off, so they have no effect.', x.quoted, p.names) as detail,
        jsonb_build_object('table_id', x.oid::int8, 'policies', p.list) as metadata,
        ${enableRls} as fix, ${disableRls} as undo
      from relations x
      join (
        select table_id, string_agg(name, ', ' order by name) as names, jsonb_agg(name order by name) as list
        from policies group by table_id
      ) p on p.table_id = x.oid
      where not x.has_rls`,
  },
  {
    rule: 'rls_enabled_no_policy',
    sql: /* SQL */ `
      select x.quoted as key, 'info' as level, x.schema, x.name, 'table' as kind,
        format('Row-level security is on for %s and it has no policy: roles that obey policies see no rows.', x.quoted) as detail,
        jsonb_build_object('table_id', x.oid::int8) as metadata, null::text as fix, null::text as undo
      from relations x
      where x.relkind in ('r', 'p') and x.has_rls
        and not exists (select from pg_policy p where p.polrelid = x.oid)`,
  },
  {
    rule: 'no_primary_key',
    sql: /* SQL */ `
      select x.quoted as key, 'info' as level, x.schema, x.name, 'table' as kind,
        format('%s has no primary key, so single rows cannot be addressed reliably and updates cannot be replicated.', x.quoted) as detail,
        jsonb_build_object('table_id', x.oid::int8) as metadata,
        -- A partitioned table needs its partition key in the primary key.
        case when has_no_id then format('alter table %s add column id bigint generated always as identity primary key;', x.quoted) end as fix,
        case when has_no_id then format('alter table %s drop column id;', x.quoted) end as undo
      from relations x, lateral (
        select x.relkind = 'r'
          and not exists (select from pg_attribute a where a.attrelid = x.oid and a.attname = 'id')
          and not exists (select from pg_inherits i where i.inhparent = x.oid or i.inhrelid = x.oid) as has_no_id
      ) l
      where x.relkind in ('r', 'p') and not x.relispartition
        and not exists (select from pg_index i where i.indrelid = x.oid and i.indisprimary)`,
  },
  {
    rule: 'sensitive_columns_exposed',
    sql: /* SQL */ `
      select x.quoted as key, 'error' as level, x.schema, x.name, 'table' as kind,
        format('The API can read all rows of %s, and the names of these columns suggest private data: %s.', x.quoted, a.names) as detail,
        jsonb_build_object('table_id', x.oid::int8, 'columns', a.list) as metadata,
        ${enableRls} as fix, ${disableRls} as undo
      from exposed_relations x, lateral (
        select string_agg(a.attname, ', ' order by a.attnum) as names, jsonb_agg(a.attname order by a.attnum) as list
        from pg_attribute a
        where a.attrelid = x.oid and a.attnum > 0 and not a.attisdropped and lower(a.attname) ~ '${sensitiveName}'
          and exists (
            select from pg_roles r
            where (r.rolname = 'anon' and x.anon_reads or r.rolname = 'authenticated' and x.authenticated_reads)
              and has_column_privilege(r.oid, x.oid, a.attnum, 'select')
          )
      ) a
      where x.relkind in ('r', 'p') and not x.has_rls and (x.anon_reads or x.authenticated_reads)
        and a.names is not null`,
  },
  {
    rule: 'unsupported_reg_types',
    sql: /* SQL */ `
      select format('%s.%I', x.quoted, a.attname) as key, 'warning' as level, x.schema, x.name,
        'table' as kind,
        format('The column %I of %s has the type %s. PostgreSQL cannot be upgraded to a new major version while tables store such values.', a.attname, x.quoted, format_type(a.atttypid, a.atttypmod)) as detail,
        jsonb_build_object('table_id', x.oid::int8, 'column', a.attname) as metadata,
        format('alter table %s alter column %I type %s;', x.quoted, a.attname, case when is_array then 'text[]' else 'text' end) as fix,
        format('alter table %s alter column %I type %s using %I::%s;', x.quoted, a.attname, named, a.attname, named) as undo
      from relations x
      join pg_attribute a on a.attrelid = x.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      cross join lateral (
        select t.typcategory = 'A' as is_array, format_type(a.atttypid, a.atttypmod) as named
      ) l
      where x.relkind in ('r', 'p', 'm') and not x.relispartition
        and case when t.typcategory = 'A' then t.typelem else t.oid end in (
          select oid from pg_type
          where typnamespace = 'pg_catalog'::regnamespace and typname in (${refusedTypes})
        )`,
  },
]
