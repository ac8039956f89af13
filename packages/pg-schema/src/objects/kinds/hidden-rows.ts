import type { ProjectDatabase, Queryable } from '@basalt/engine'
import type { PolicyDesign } from '@basalt/pg-model'

import { quoted } from '../object-steps.ts'
import { combineConditions } from './row-condition.ts'

/** Reading rows for a warning ends early on large tables; then there is no warning. */
const timeoutMs = 1000

type Present = { role: string; is_bound: boolean; policies: string }
type ReadPolicy = { name: string; is_permissive: boolean; using: string | null }

/**
 * Warns when the role of the connection sees rows of the table that a changed policy would hide from
 * it. The rows are read as the role, so no policy has to be changed, and no lock is taken.
 */
export async function warnOfHiddenRows(
  db: Pick<ProjectDatabase, 'snapshot'>,
  from: PolicyDesign | null,
  to: PolicyDesign | null,
): Promise<string[]> {
  const place = to ?? from
  if (place === null) return []
  try {
    return await db.snapshot(async (tx) => {
      await tx.text(`set local statement_timeout = ${timeoutMs}`)
      const present = await readPresent(tx, place, from?.name ?? null)
      if (present === undefined || !present.is_bound) return []
      const others = JSON.parse(present.policies) as ReadPolicy[]
      const isApplied = to !== null && (await appliesToRole(tx, to))
      const after = isApplied ? [...others, to] : others
      const { rows } = await tx.text(
        `select from ${quoted({ schema: place.schema, name: place.table })}
         where not coalesce((${combineConditions(after)}), false) limit 1`,
      )
      if (rows.length === 0) return []
      return [`The connected role ${present.role} will no longer see some rows of ${place.table}.`]
    })
  } catch {
    // The expressions may be unfinished: saving reports their errors at the field.
    return []
  }
}

/** The other policies that the role reads by, and whether policies hold for it after the change. */
async function readPresent(
  tx: Queryable,
  { schema, table, row_security }: PolicyDesign,
  changed: string | null,
): Promise<Present | undefined> {
  const [found] = await tx.query<Present>(presentQuery, [schema, table, row_security, changed])
  return found
}

const presentQuery = /* SQL */ `
  select r.rolname::text as role,
    $3 <> 'off' and not r.rolsuper and not r.rolbypassrls
      and ($3 = 'forced' or not pg_has_role(c.relowner, 'usage')) as is_bound,
    coalesce((
      select json_agg(json_build_object('name', p.polname, 'is_permissive', p.polpermissive,
        'using', pg_get_expr(p.polqual, p.polrelid)))
      from pg_policy p
      where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polname is distinct from $4
        and exists (
          select from unnest(p.polroles) holder where holder = 0 or pg_has_role(holder, 'usage')
        )
    ), '[]')::text as policies
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_roles r on r.rolname = current_user
  where n.nspname = $1 and c.relname = $2`

async function appliesToRole(tx: Queryable, { command, roles }: PolicyDesign): Promise<boolean> {
  if (command !== 'all' && command !== 'select') return false
  if (roles.length === 0) return true
  const [found] = await tx.query<{ holds: boolean }>(
    `select exists (
       select from pg_roles r where r.rolname = any ($1) and pg_has_role(r.oid, 'usage')
     ) as holds`,
    [roles],
  )
  return found?.holds === true
}
