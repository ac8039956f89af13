import type { Queryable } from '@basalt/engine'
import type { PolicyDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../designs/design.ts'
import { instant } from '../../designs/locks.ts'
import { type Fragment, inParentheses, piece, type Step, step } from '../../designs/steps.ts'
import type { ObjectKind } from '../object-kind.ts'
import { commentSteps, quoted } from '../object-steps.ts'
import { warnOfHiddenRows } from './hidden-rows.ts'

const command = (letter: string) => /* SQL */ `
  case ${letter} when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
    when 'd' then 'delete' else 'all' end`

/** PUBLIC has the oid 0 and no row in pg_roles. */
const roles = (policy: string) => /* SQL */ `coalesce((
  select json_agg(r.rolname order by r.rolname) from pg_roles r where r.oid = any (${policy}.polroles)
), '[]'::json)`

const rowSecurity = /* SQL */ `
  case when not c.relrowsecurity then 'off' when c.relforcerowsecurity then 'forced' else 'on' end`

const all = /* SQL */ `
  select p.oid as id, n.nspname::text as schema, p.polname::text as name, c.relowner as owner,
    c.relname::text as "table", ${command('p.polcmd')} as command, c.oid as table_id
  from pg_policy p
  join pg_class c on c.oid = p.polrelid
  join pg_namespace n on n.oid = c.relnamespace`

const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'table', c.relname, 'name', p.polname,
    'comment', obj_description(p.oid, 'pg_policy'),
    'command', ${command('p.polcmd')}, 'is_permissive', p.polpermissive, 'roles', ${roles('p')},
    'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid),
    'row_security', ${rowSecurity}
  ) as design
  from pg_policy p
  join pg_class c on c.oid = p.polrelid
  join pg_namespace n on n.oid = c.relnamespace
  where p.oid = $1::oid`

const tableOf = ({ schema, table }: PolicyDesign): string => quoted({ schema, name: table })

const subjectOf = (policy: PolicyDesign): string =>
  `policy ${quoteIdent(policy.name)} on ${tableOf(policy)}`

/** Every statement about a policy locks its table for a moment. */
const tableStep = (fragment: Fragment, policy: PolicyDesign, reason: string): Step =>
  step(fragment, instant(`${policy.schema}.${policy.table}`, reason))

const rolesPiece = ({ roles: names }: PolicyDesign) =>
  piece(names.length === 0 ? 'public' : names.map(quoteIdent).join(', '), 'roles')

const clauses = ({ using, check }: Pick<PolicyDesign, 'using' | 'check'>): Fragment => [
  ...(using === null ? [] : [' using ', piece(inParentheses(using), 'using')]),
  ...(check === null ? [] : [' with check ', piece(inParentheses(check), 'check')]),
]

/** An expression that the command does not have; PostgreSQL's own error names no field. */
function refuseUnusedExpressions({ command: of, using, check }: PolicyDesign): void {
  if (of === 'insert' && using !== null)
    throw new DesignError({ using: 'Policies for INSERT have no USING expression' })
  if ((of === 'select' || of === 'delete') && check !== null) {
    throw new DesignError({
      check: `Policies for ${of.toUpperCase()} have no WITH CHECK expression`,
    })
  }
}

function createPolicy(to: PolicyDesign): Step[] {
  refuseUnusedExpressions(to)
  const fragment = [
    'create policy ',
    piece(quoteIdent(to.name), 'name'),
    ' on ',
    piece(tableOf(to), 'table'),
    ` as ${to.is_permissive ? 'permissive' : 'restrictive'} for ${to.command} to `,
    rolesPiece(to),
    ...clauses(to),
  ]
  return [
    tableStep(fragment, to, 'Adding a policy changes only the catalog'),
    ...commentSteps(subjectOf(to), null, to.comment),
  ]
}

type RowSecurity = PolicyDesign['row_security']

function rowSecuritySteps(from: RowSecurity, to: PolicyDesign): Step[] {
  const { row_security: requested } = to
  const actions: string[] = []
  if ((from === 'off') !== (requested === 'off'))
    actions.push(requested === 'off' ? 'disable' : 'enable')
  if ((from === 'forced') !== (requested === 'forced'))
    actions.push(requested === 'forced' ? 'force' : 'no force')
  if (actions.length === 0) return []
  const text = actions.map((action) => `${action} row level security`).join(', ')
  return [
    tableStep(
      [`alter table ${tableOf(to)} `, piece(text, 'row_security')],
      to,
      'Row-level security takes effect at once for every role that it applies to',
    ),
  ]
}

async function readRowSecurity(db: Queryable, { schema, table }: PolicyDesign) {
  const [found] = await db.query<{ state: RowSecurity }>(
    `select ${rowSecurity} as state from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p')`,
    [schema, table],
  )
  if (found === undefined) throw new DesignError({ table: 'There is no such table in this schema' })
  return found.state
}

async function create(to: PolicyDesign, db: Queryable): Promise<Step[]> {
  return [...createPolicy(to), ...rowSecuritySteps(await readRowSecurity(db, to), to)]
}

const drop = (policy: PolicyDesign): Step[] => [
  tableStep([`drop ${subjectOf(policy)}`], policy, 'Dropping a policy changes only the catalog'),
]

/** ALTER POLICY changes neither these, nor can it remove an expression. */
const needsNewPolicy = (from: PolicyDesign, to: PolicyDesign): boolean =>
  from.command !== to.command ||
  from.is_permissive !== to.is_permissive ||
  (from.using !== null && to.using === null) ||
  (from.check !== null && to.check === null)

function alterPolicy(from: PolicyDesign, to: PolicyDesign): Step[] {
  refuseUnusedExpressions(to)
  const subject = subjectOf(to)
  const isRolesChanged = from.roles.toSorted().join('\0') !== to.roles.toSorted().join('\0')
  const changed = {
    using: from.using === to.using ? null : to.using,
    check: from.check === to.check ? null : to.check,
  }
  const parts = [...(isRolesChanged ? [' to ', rolesPiece(to)] : []), ...clauses(changed)]
  const reason = 'Changing a policy changes only the catalog'
  return [
    ...(from.name === to.name
      ? []
      : [
          tableStep(
            [`alter ${subjectOf(from)} rename to `, piece(quoteIdent(to.name), 'name')],
            to,
            reason,
          ),
        ]),
    ...(parts.length === 0 ? [] : [tableStep([`alter ${subject}`, ...parts], to, reason)]),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

function alter(from: PolicyDesign, to: PolicyDesign): Step[] {
  if (from.schema !== to.schema || from.table !== to.table)
    throw new DesignError({ table: 'A policy stays on its table. Duplicate it for another table.' })
  const steps = needsNewPolicy(from, to)
    ? [...drop(from), ...createPolicy(to)]
    : alterPolicy(from, to)
  return [...steps, ...rowSecuritySteps(from.row_security, to)]
}

const notices = /* SQL */ `
  select format('%I.%I', n.nspname, c.relname) as relation, c.oid as id,
    case when c.relrowsecurity
      then 'Row-level security without a policy: only the owner sees rows'
      else 'Policies without row-level security: PostgreSQL does not apply them' end as title
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join (select distinct polrelid from pg_policy) p on p.polrelid = c.oid
  where c.relkind in ('r', 'p') and c.relrowsecurity <> (p.polrelid is not null)
    -- One scan of all relations is faster than one for each schema.
    and c.relnamespace = any (array(
      select oid from pg_namespace
      where case when $2::text is null
        then nspname not in ('pg_catalog', 'information_schema', 'basalt', 'basalt_trash')
        else nspname = $2 end
    ))`

/** EXPLAIN reads an expression without the lock that ALTER POLICY takes. */
const checks = (policy: PolicyDesign): Fragment[] =>
  (['using', 'check'] as const).flatMap((field) => {
    const text = policy[field]
    return text === null || policy.table === ''
      ? []
      : [[`explain select from ${tableOf(policy)} where (`, piece(`${text}\n)`, field)]]
  })

export const policies: ObjectKind<PolicyDesign> = {
  kind: 'policies',
  noun: 'policy',
  catalog: 'pg_policy',
  list: {
    all,
    detail: {
      columns: /* SQL */ `
        page."table", page.table_id::int8::float8 as table_id, page.command,
        p.polpermissive as is_permissive, ${roles('p')} as roles,
        pg_get_expr(p.polqual, p.polrelid) as "using",
        pg_get_expr(p.polwithcheck, p.polrelid) as "check",
        ${rowSecurity} as row_security`,
      joins: 'join pg_policy p on p.oid = page.id join pg_class c on c.oid = page.table_id',
    },
    notices,
  },
  design,
  create,
  // The table may have row-level security here already.
  define: (to) => [...createPolicy(to), ...rowSecuritySteps('off', to)],
  alter,
  drop,
  checks,
  warn: warnOfHiddenRows,
}
