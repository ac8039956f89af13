import type { Queryable } from '@basalt/engine'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

/**
 * Parameters that can be set for a database or a role without harm to others. Those of the whole
 * server, and those that only a superuser may set, are not among them.
 */
const safeParameters = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
  'work_mem',
  'maintenance_work_mem',
  'TimeZone',
  'search_path',
  'default_transaction_isolation',
  'default_transaction_read_only',
  'default_statistics_target',
  'effective_cache_size',
  'random_page_cost',
  'max_parallel_workers_per_gather',
  'jit',
] as const

export type ParameterRow = {
  name: string
  description: string
  kind: 'bool' | 'integer' | 'real' | 'string' | 'enum'
  unit: string | null
  min: string | null
  max: string | null
  options: string[]
  default_value: string
  needs_restart: boolean
  values: { role: string | null; value: string }[]
}

/** The safe parameters with their bounds, and the values that are set for this database. */
export async function listParameters(db: Queryable): Promise<ParameterRow[]> {
  const [row] = await db.query<{ parameters: string }>(
    /* SQL */ `
    with kept as (
      select s.setrole, split_part(item, '=', 1) as name, substr(item, strpos(item, '=') + 1) as value
      from pg_db_role_setting s, unnest(s.setconfig) item
      where s.setdatabase = (select oid from pg_database where datname = current_database())
    )
    select json_agg(json_build_object(
      'name', p.name, 'description', p.short_desc, 'kind', p.vartype, 'unit', p.unit,
      'min', p.min_val, 'max', p.max_val, 'options', coalesce(to_json(p.enumvals), '[]'),
      'default_value', coalesce(p.boot_val, ''), 'needs_restart', p.context = 'postmaster',
      'values', coalesce((
        select json_agg(json_build_object('role', r.rolname, 'value', k.value) order by r.rolname nulls first)
        from kept k left join pg_roles r on r.oid = k.setrole
        where lower(k.name) = lower(p.name)
      ), '[]')
    ) order by array_position($1::text[], p.name))::text as parameters
    from pg_settings p where p.name = any ($1::text[])`,
    [safeParameters],
    { name: 'list-parameters' },
  )
  return JSON.parse(row?.parameters ?? '[]') as ParameterRow[]
}

type Change = { name: string; role: string | null; value: string | null }

/** Parameters whose value is a list of names, each of which is quoted by itself. */
const lists: ReadonlySet<string> = new Set(['search_path'])

/** The statement of a change for the connected database; null for a parameter that is not safe. */
export async function parameterStatement(db: Queryable, change: Change): Promise<string | null> {
  const name = safeParameters.find((one) => one === change.name)
  if (name === undefined) return null
  const [row] = await db.query<{ database: string }>('select current_database() as database')
  const database = quoteIdent(row?.database ?? '')
  const subject =
    change.role === null
      ? `alter database ${database}`
      : `alter role ${quoteIdent(change.role)} in database ${database}`
  if (change.value === null) return `${subject} reset ${quoteIdent(name)}`
  return `${subject} set ${quoteIdent(name)} to ${lists.has(name) ? listValue(change.value) : quoteLiteral(change.value)}`
}

const listValue = (value: string): string =>
  value
    .split(',')
    .map((part) => quoteLiteral(part.trim().replaceAll(/^"|"$/gu, '')))
    .join(', ')
