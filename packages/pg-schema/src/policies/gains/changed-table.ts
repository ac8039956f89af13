import type { Queryable } from '@basalt/engine'
import type { PolicyDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import type { ObjectChange } from '../../objects/object-kind.ts'
import { ObjectMissing } from '../../objects/plan-object.ts'

/** `key` names it in both states: its oid, or `new` for the one that the change makes. */
type RowPolicy = Pick<PolicyDesign, 'command' | 'is_permissive' | 'using'> & { key: string }

type RowSecurity = PolicyDesign['row_security']

/** The policies of a table and its row-level security. */
export type PolicyState = { row_security: RowSecurity; policies: RowPolicy[] }

export type ChangedTable = {
  id: number
  name: string
  /** Quoted, with its schema. */
  sql: string
  /** The primary key, then the first others. */
  columns: string[]
  row_estimate: number | null
  before: PolicyState
  after: PolicyState
  /** The roles of the policy before and after; null for one that is not there. */
  roles: { before: string[] | null; after: string[] | null }
  /** Whether the condition for new rows changes. */
  isCheckChanged: boolean
}

type StoredPolicy = RowPolicy & { roles: string[]; check: string | null }

type Found = {
  id: number
  schema: string
  name: string
  columns: string
  row_estimate: number | null
  row_security: RowSecurity
  policies: string
}

/** How many columns an example shows. */
const shownColumns = 4

/**
 * The table of a changed policy, before and after the change.
 *
 * @throws ObjectMissing when the policy or the table does not exist.
 */
export async function readChangedTable(
  db: Queryable,
  change: ObjectChange<PolicyDesign>,
): Promise<ChangedTable> {
  const design = change.action === 'drop' ? null : change.design
  const [found] =
    change.action === 'create'
      ? await db.query<Found>(`${tableQuery} where n.nspname = $1 and c.relname = $2`, [
          change.design.schema,
          change.design.table,
        ])
      : await db.query<Found>(
          `${tableQuery} where c.oid = (select polrelid from pg_policy where oid = $1::oid)`,
          [change.id],
        )
  if (found === undefined) {
    throw new ObjectMissing(
      change.action === 'create'
        ? 'There is no such table in this schema'
        : 'This policy no longer exists. Go back to the list.',
    )
  }
  const stored = JSON.parse(found.policies) as StoredPolicy[]
  const current =
    change.action === 'create' ? undefined : stored.find(({ key }) => key === String(change.id))
  const { id, name, row_estimate, row_security } = found
  return {
    id,
    name,
    sql: `${quoteIdent(found.schema)}.${quoteIdent(name)}`,
    columns: (JSON.parse(found.columns) as string[]).slice(0, shownColumns),
    row_estimate,
    before: { row_security, policies: stored },
    after: {
      row_security: design?.row_security ?? row_security,
      policies: [
        ...stored.filter((policy) => policy !== current),
        ...(design === null ? [] : [{ ...design, key: 'new' }]),
      ],
    },
    roles: { before: current?.roles ?? null, after: design?.roles ?? null },
    isCheckChanged: (current?.check ?? null) !== (design?.check ?? null),
  }
}

const tableQuery = /* SQL */ `
  select c.oid::int8::float8 as id, n.nspname::text as schema, c.relname::text as name,
    case when not c.relrowsecurity then 'off' when c.relforcerowsecurity then 'forced' else 'on'
      end as row_security,
    (
      select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum), a.attnum)
      from pg_attribute a
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    )::text as columns,
    (
      select case when bool_and(part.reltuples >= 0) then sum(part.reltuples)::float8 end
      from pg_class part
      where part.oid = any (
        array(select relid from pg_partition_tree(c.oid) where isleaf) || c.oid
      ) and part.relkind = 'r'
    ) as row_estimate,
    coalesce((
      select json_agg(json_build_object(
        'key', p.oid::text,
        'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
          when 'd' then 'delete' else 'all' end,
        'is_permissive', p.polpermissive,
        'using', pg_get_expr(p.polqual, p.polrelid),
        'check', pg_get_expr(p.polwithcheck, p.polrelid),
        'roles', array(select r.rolname from pg_roles r where r.oid = any (p.polroles))
      ) order by p.polname)
      from pg_policy p where p.polrelid = c.oid
    ), '[]')::text as policies
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace`
