import type { Queryable } from '@basalt/engine'
import type { FunctionDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import type { Step } from '../../../designs/steps.ts'
import { catalogStep, quoted } from '../../object-steps.ts'
import { subjectOf } from './function-sql.ts'

type Grant = {
  grantor: string
  grantee: string | null
  is_grantable: boolean
  /** Whether the role of the connection can grant as the grantor. */
  is_reachable: boolean
}

/**
 * The steps that give a function that is created again the grants that it has now, by the roles
 * that granted them. Default privileges may grant more to a new function, so these are revoked
 * before.
 */
export async function grantSteps(
  db: Queryable,
  from: FunctionDesign,
  to: FunctionDesign,
): Promise<Step[]> {
  const inputs = from.arguments
    .filter(({ mode }) => mode !== 'out' && mode !== 'table')
    .map(({ type }) => type)
  const [found] = await db.query<{ grants: Grant[]; defaults: string[]; is_default: boolean }>(
    grantsQuery,
    [`${quoted(from)}(${inputs.join(', ')})`],
  )
  if (found === undefined || (found.is_default && found.defaults.length === 0)) return []
  const { grants, defaults } = found
  const subject = subjectOf(to)
  const hasOwner = grants.some(({ grantee }) => grantee === from.owner)
  const revoked = [null, ...defaults, ...(hasOwner ? [] : [to.owner ?? from.owner])]
  return [
    catalogStep([`revoke all on ${subject} from ${[...new Set(revoked.map(role))].join(', ')}`]),
    ...byGrantor(from.owner, grants).flatMap(({ grantee, is_grantable, ...by }) => {
      const name = grantee === from.owner ? (to.owner ?? grantee) : grantee
      const option = is_grantable ? ' with grant option' : ''
      const grant = `grant execute on ${subject} to ${role(name)}${option}`
      if (by.grantor === from.owner) return [catalogStep([grant])]
      if (!by.is_reachable) {
        return [
          catalogStep([`-- Granted by ${by.grantor} before, as whom you cannot act.\n`, grant]),
        ]
      }
      return [
        catalogStep([`set local role ${quoteIdent(by.grantor)}`]),
        catalogStep([grant]),
        catalogStep(['reset role']),
      ]
    }),
  ]
}

const role = (name: string | null) => (name === null ? 'public' : quoteIdent(name))

/** A role can grant only after it has got the option to: those of the owner come first. */
function byGrantor(owner: string | null, grants: readonly Grant[]): Grant[] {
  const sorted: Grant[] = []
  let waiting = [...grants]
  while (waiting.length > 0) {
    const ready = waiting.filter(
      ({ grantor }) =>
        grantor === owner ||
        sorted.some(({ grantee, is_grantable }) => is_grantable && grantee === grantor),
    )
    // PostgreSQL keeps no grant of a role without the option; this ends the loop all the same.
    if (ready.length === 0) return [...sorted, ...waiting]
    sorted.push(...ready)
    waiting = waiting.filter((one) => !ready.includes(one))
  }
  return sorted
}

const grantsQuery = /* SQL */ `
  select p.proacl is null as is_default,
    (
      select coalesce(json_agg(g order by g.grantor, g.grantee), '[]') from (
        select g.rolname as grantor, r.rolname as grantee, a.is_grantable,
          pg_has_role(g.oid, 'set') as is_reachable
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        join pg_roles g on g.oid = a.grantor
        left join pg_roles r on r.oid = a.grantee
        where r.oid is not null or a.grantee = 0
      ) g
    ) as grants,
    (
      select coalesce(json_agg(distinct r.rolname), '[]')
      from pg_default_acl d, aclexplode(d.defaclacl) a
      join pg_roles r on r.oid = a.grantee
      where d.defaclobjtype = 'f'
    ) as defaults
  from pg_proc p
  where p.oid = to_regprocedure($1)`
