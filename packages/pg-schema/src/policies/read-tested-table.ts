import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { listRules } from './explain-verdicts.ts'
import type { AppliedPolicy, PolicyOperation } from './policy-test.ts'

export type TestedTable = {
  id: number
  schema: string
  name: string
  /** Quoted, with its schema. */
  sql: string
  columns: { name: string; is_generated: boolean }[]
  bypass: string | null
  effects: string[]
}

/** The table, and whether its policies hold for the role; null when there is no such table or role. */
export async function readTestedTable(
  db: Queryable,
  { tableId, role }: { tableId: number; role: string },
): Promise<TestedTable | null> {
  const [row] = await db.query<Omit<TestedTable, 'sql' | 'columns'> & { columns: string }>(
    tableQuery,
    [tableId, role],
  )
  if (row === undefined) return null
  return {
    ...row,
    columns: JSON.parse(row.columns) as TestedTable['columns'],
    sql: `${quoteIdent(row.schema)}.${quoteIdent(row.name)}`,
  }
}

const tableQuery = /* SQL */ `
  select c.oid::int8::float8 as id, n.nspname::text as schema, c.relname::text as name,
    case
      when r.rolsuper then 'The role is a superuser: policies do not apply to it'
      when r.rolbypassrls then 'The role has BYPASSRLS: policies do not apply to it'
      when not c.relrowsecurity then 'Row-level security is off for this table: policies do not apply'
      when pg_has_role(r.oid, c.relowner, 'usage') and not c.relforcerowsecurity
        then 'The role owns the table: policies apply to it only with FORCE ROW LEVEL SECURITY'
    end as bypass,
    (
      select json_agg(json_build_object('name', a.attname,
        'is_generated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    )::text as columns,
    array(
      select format('Numbers that the column %s takes from a sequence stay used', a.attname)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and not a.attisdropped
        and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
      union all
      select format('The trigger %s runs the function %s: what it sends with dblink or to files stays', t.tgname, t.tgfoid::regproc)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D'
    ) as effects
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_roles r on r.rolname = $2
  where c.oid = $1::oid and c.relkind in ('r', 'p')`

/** Letters of `pg_policy.polcmd`. */
const letters = { select: 'r', insert: 'a', update: 'w', delete: 'd' } as const

type Listed = Omit<AppliedPolicy, 'rule' | 'clause' | 'expression'> & {
  using: string | null
  check: string | null
}

/** The policies that PostgreSQL applies to an operation of the role, by rule and clause. */
export async function listAppliedPolicies(
  db: Queryable,
  test: { tableId: number; role: string; operation: PolicyOperation; returning: boolean },
): Promise<AppliedPolicy[]> {
  const { tableId, role, operation } = test
  const rows = await db.query<Listed>(policiesQuery, [
    tableId,
    role,
    [letters[operation], 'r', '*'],
  ])
  return listRules(test).flatMap(({ rule, clause }) =>
    rows.flatMap(({ using, check, ...policy }) => {
      const command = rule === 'read' ? 'select' : operation
      if (policy.command !== command && policy.command !== 'all') return []
      // Without WITH CHECK the condition on rows holds for new ones; reading knows only that one.
      const expression = clause === 'check' && rule === 'write' ? (check ?? using) : using
      return expression === null ? [] : [{ ...policy, rule, clause, expression }]
    }),
  )
}

const policiesQuery = /* SQL */ `
  select p.polname::text as name, p.polpermissive as is_permissive,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
      when 'd' then 'delete' else 'all' end as command,
    pg_get_expr(p.polqual, p.polrelid) as "using",
    pg_get_expr(p.polwithcheck, p.polrelid) as "check"
  from pg_policy p
  join pg_roles r on r.rolname = $2
  where p.polrelid = $1::oid and p.polcmd::text = any ($3)
    and exists (
      select from unnest(p.polroles) holder where holder = 0 or pg_has_role(r.oid, holder, 'usage')
    )
  order by not p.polpermissive, p.polname`
