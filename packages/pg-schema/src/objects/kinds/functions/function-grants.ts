import type { Queryable } from '@basalt/engine'
import type { FunctionDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import type { Step } from '../../../designs/steps.ts'
import { catalogStep, quoted } from '../../object-steps.ts'
import { subjectOf } from './function-sql.ts'

type Grant = { grantee: string | null; is_grantable: boolean }

/**
 * The steps that give a function that is created again the grants that it has now. Default
 * privileges may grant more to a new function, so these are revoked before.
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
  const role = (name: string | null) => (name === null ? 'public' : quoteIdent(name))
  const hasOwner = grants.some(({ grantee }) => grantee === from.owner)
  const revoked = [null, ...defaults, ...(hasOwner ? [] : [to.owner ?? from.owner])]
  return [
    catalogStep([`revoke all on ${subject} from ${[...new Set(revoked.map(role))].join(', ')}`]),
    ...grants.map(({ grantee, is_grantable }) => {
      const name = grantee === from.owner ? (to.owner ?? grantee) : grantee
      const option = is_grantable ? ' with grant option' : ''
      return catalogStep([`grant execute on ${subject} to ${role(name)}${option}`])
    }),
  ]
}

const grantsQuery = /* SQL */ `
  select p.proacl is null as is_default,
    (
      select coalesce(json_agg(g order by g.grantee), '[]') from (
        select r.rolname as grantee, bool_or(a.is_grantable) as is_grantable
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        left join pg_roles r on r.oid = a.grantee
        where r.oid is not null or a.grantee = 0
        group by r.rolname
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
