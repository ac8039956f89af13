import type { Queryable } from '@basalt/engine'
import type { TypeDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from '../../../designs/design.ts'
import { grantSteps } from '../../../designs/grants.ts'
import { alone, piece, type Step, step } from '../../../designs/steps.ts'
import { catalogStep, ownerSteps, commentSteps, quoted } from '../../object-steps.ts'
import { type EnumColumn, refuseUsedValues } from './used-values.ts'

/** Used while both types exist; it is dropped at the end of the transaction. */
const oldName = 'basalt_old_enum'

/**
 * Replaces the type: its columns are rewritten with the new one, which gets the rights of the old.
 * Removed values must not be in any row; the step of a column that was not searched says so.
 */
export async function rebuildEnum(
  db: Queryable,
  { from, to, create }: { from: TypeDesign; to: TypeDesign; create: Step },
): Promise<Step[]> {
  const type = [from.schema, from.name]
  const columns = await db.query<EnumColumn>(columnsQuery, type)
  const unsearched = await refuseUsedValues(db, columns, { removed: listRemoved(from, to) })
  await refuseUsers(db, type)
  const grants = await grantSteps(db, {
    kind: 'type',
    name: quoted(from),
    subject: `type ${quoted(to)}`,
  })
  const old = quoted({ schema: to.schema, name: oldName })
  const tables = new Set(columns.map(({ table }) => table))
  return [
    catalogStep([`alter type ${quoted(to)} rename to ${quoteIdent(oldName)}`]),
    create,
    ...columns.map((column) => rewriteStep(column, quoted(to), unsearched.includes(column))),
    catalogStep([`drop type ${old}`]),
    ...ownerSteps(`type ${quoted(to)}`, null, from.owner),
    ...grants,
    // Dropping the old type drops its comment; a changed one follows.
    ...commentSteps(`type ${quoted(to)}`, null, from.comment),
    // A new type removes the statistics of a column.
    ...[...tables].map((table) => alone([`analyze ${table}`], null)),
  ]
}

function rewriteStep(
  { table, column, is_array, size }: EnumColumn,
  type: string,
  isUnsearched: boolean,
): Step {
  const [target, text] = is_array ? [`${type}[]`, 'text[]'] : [type, 'text']
  const name = quoteIdent(column)
  return step(
    [
      `alter table ${table} alter column ${name} type ${target} using `,
      piece(`${name}::${text}::${target}`, 'values'),
    ],
    {
      lock: 'ACCESS EXCLUSIVE',
      table,
      work: 'rewrite',
      reason: isUnsearched
        ? `The column gets another type. The search of column ${column} of table ${table} for removed values was not finished: the change fails if a row still has one`
        : 'The column gets another type',
      safer: null,
      sizeBytes: size,
    },
  )
}

function listRemoved(from: TypeDesign, to: TypeDesign): string[] {
  const kept = new Set(to.values.map(({ old_name }) => old_name))
  return from.values.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** @throws DesignError with the objects that have to be dropped before. */
async function refuseUsers(db: Queryable, type: readonly string[]): Promise<void> {
  const users = await db.query<{ description: string }>(usersQuery, type)
  if (users.length === 0) return
  const shown = users.slice(0, 5).map(({ description }) => description)
  const more = users.length - shown.length
  throw new DesignError({
    values: `Removing or moving values needs a new type, which these objects prevent: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Drop them first, or only add and rename values.`,
  })
}

const typeId = /* SQL */ `
  select t.oid, t.typarray, t.typacl, t.typowner from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = $1 and t.typname = $2`

/** Columns of tables; those of partitions and children change with their parent. */
const columnsQuery = /* SQL */ `
  with type as (${typeId})
  select format('%I.%I', n.nspname, c.relname) as table, a.attname::text as column,
    a.atttypid = type.typarray as is_array,
    has_column_privilege(c.oid, a.attnum, 'select') as is_readable,
    coalesce(
      (select sum(pg_total_relation_size(relid)) from pg_partition_tree(c.oid)),
      pg_total_relation_size(c.oid)
    )::float8 as size
  from type
  join pg_attribute a on a.atttypid in (type.oid, type.typarray) and not a.attisdropped
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
  join pg_namespace n on n.oid = c.relnamespace
  where a.attinhcount = 0
  order by 1, a.attnum`

/**
 * Objects that ALTER COLUMN TYPE refuses or would break: users of the type other than columns, and
 * users of those columns other than indexes and keys.
 */
const usersQuery = /* SQL */ `
  with type as (${typeId}),
  columns as (
    select a.attrelid, a.attnum from type
    join pg_attribute a on a.atttypid in (type.oid, type.typarray) and not a.attisdropped
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
  ), users as (
    select d.classid, d.objid, d.objsubid from type
    join pg_depend d on d.refclassid = 'pg_type'::regclass and d.refobjid in (type.oid, type.typarray)
    where d.deptype in ('n', 'a') and not exists (
      select from columns
      where d.classid = 'pg_class'::regclass and columns.attrelid = d.objid and columns.attnum = d.objsubid
    )
    union
    select d.classid, d.objid, d.objsubid from columns
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = columns.attrelid
      and d.refobjsubid = columns.attnum
    where d.classid in ('pg_rewrite'::regclass, 'pg_trigger'::regclass, 'pg_policy'::regclass,
        'pg_proc'::regclass, 'pg_publication_rel'::regclass, 'pg_attrdef'::regclass)
      or exists (
        select from pg_constraint c
        where d.classid = 'pg_constraint'::regclass and c.oid = d.objid and c.contype in ('f', 'c')
      )
  )
  -- A view is named once, without its rule and its columns.
  select distinct pg_describe_object(
    case when r.oid is null then u.classid else 'pg_class'::regclass::oid end,
    coalesce(r.ev_class, u.objid), case when r.oid is null and v.oid is null then u.objsubid else 0 end
  ) as description
  from users u
  left join pg_rewrite r on u.classid = 'pg_rewrite'::regclass and r.oid = u.objid
  left join pg_class v on u.classid = 'pg_class'::regclass and v.oid = u.objid and v.relkind in ('v', 'm')
  order by 1`
