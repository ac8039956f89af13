import type { Queryable } from '@basalt/engine'

export type DataTypeRow = {
  name: string
  schema: string
  kind: 'built-in' | 'enum' | 'domain' | 'composite' | 'range' | 'extension' | 'other'
  description: string | null
  values: string[]
  base: string | null
  extension: string | null
  alternative: string | null
}

/** Common types in the order of their use, with their purpose. */
const common: readonly (readonly [name: string, description: string])[] = [
  ['bigint', 'Whole number up to 9 quintillion; for ids and counts'],
  ['integer', 'Whole number up to 2 billion'],
  ['smallint', 'Whole number up to 32,767'],
  ['text', 'Text of any length'],
  ['character varying', 'Text; with a length limit as character varying(40)'],
  ['uuid', 'Universally unique identifier of 128 bits'],
  ['boolean', 'True or false'],
  ['timestamp with time zone', 'Moment in time, shown in the time zone of the reader'],
  ['timestamp without time zone', 'Date and time without a time zone'],
  ['date', 'Calendar date'],
  ['time without time zone', 'Time of day'],
  ['time with time zone', 'Time of day with a fixed offset'],
  ['interval', 'Interval, for example 3 days'],
  ['numeric', 'Exact decimal number; for money, use numeric(12,2)'],
  ['double precision', 'Floating-point number with about 15 digits'],
  ['real', 'Floating-point number with about 6 digits'],
  ['jsonb', 'JSON that can be searched and indexed'],
  ['json', 'JSON stored exactly as written'],
  ['bytea', 'Binary data, for example a small file'],
  ['inet', 'Address of a host or network'],
]

const descriptions = new Map(common)
const positions = new Map(common.map(([name], index) => [name, index]))

const alternatives: ReadonlyMap<string, string> = new Map([
  ['character varying', 'text'],
  ['json', 'jsonb'],
  ['time with time zone', 'timestamp with time zone'],
  ['timestamp without time zone', 'timestamp with time zone'],
])

/** Types that a column can have: common ones first, then one's own, then the others by name. */
export async function listDataTypes(db: Queryable): Promise<DataTypeRow[]> {
  const rows = await db.query<DataTypeRow>(typesQuery, [], { name: 'list-data-types' })
  const reported = rows.map((row) => ({
    ...row,
    description: row.description ?? descriptions.get(row.name) ?? null,
    alternative: alternatives.get(row.name) ?? null,
  }))
  const rank = ({ name, kind }: DataTypeRow) =>
    positions.get(name) ?? (kind === 'built-in' ? common.length + 1 : common.length)
  return reported.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/** Row types of tables, arrays (written as `type[]`) and types without values are left out. */
const typesQuery = /* SQL */ `
  select
    format_type(t.oid, null) as name,
    n.nspname::text as schema,
    case
      when x.extname is not null then 'extension'
      when t.typtype = 'e' then 'enum'
      when t.typtype = 'd' then 'domain'
      when t.typtype = 'c' then 'composite'
      when n.nspname = 'pg_catalog' then 'built-in'
      when t.typtype in ('r', 'm') then 'range'
      else 'other'
    end as kind,
    case when n.nspname <> 'pg_catalog' then obj_description(t.oid, 'pg_type') end as description,
    array(
      select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder
    ) as "values",
    case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end as base,
    x.extname::text as extension
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  left join pg_class c on c.oid = t.typrelid
  left join pg_depend d on d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e'
  left join pg_extension x on x.oid = d.refobjid
  where t.typtype in ('b', 'e', 'd', 'c', 'r', 'm') and t.typisdefined
    and (t.typrelid = 0 or c.relkind = 'c')
    and not exists (select from pg_type element where element.typarray = t.oid)
    and n.nspname not in ('information_schema', 'pg_toast', 'basalt', 'basalt_trash')
    and n.nspname !~ '^pg_(toast_)?temp_'
    and not (n.nspname = 'pg_catalog' and t.typname ~ '^(_|pg_|reg|any)')
    and not (n.nspname = 'pg_catalog' and t.typname in (
      'aclitem', 'cid', 'xid', 'tid', 'int2vector', 'oidvector', 'gtsvector', 'refcursor', 'name',
      'char', 'txid_snapshot', 'unknown'
    ))
    and has_schema_privilege(n.oid, 'usage')`
