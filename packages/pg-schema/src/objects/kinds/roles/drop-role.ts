import type { Queryable } from '@basalt/engine'
import type { RoleDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import type { Step } from '../../../designs/steps.ts'
import type { DropOptions, Related } from '../../object-kind.ts'
import { catalogStep } from '../../object-steps.ts'

/**
 * Objects of the role are given to another one, or dropped; the role of the connection has to be a
 * member for that. DROP OWNED also removes its privileges, and DROP ROLE its memberships.
 */
export function drop({ name }: RoleDesign, { cascade, new_owner: owner }: DropOptions): Step[] {
  const role = quoteIdent(name)
  const receiver = owner === undefined ? 'current_user' : owner === null ? null : quoteIdent(owner)
  const released = [
    `grant ${role} to current_user with inherit true`,
    ...(receiver === null ? [] : [`reassign owned by ${role} to ${receiver}`]),
    `drop owned by ${role}`,
  ]
  return [...(cascade ? released : []), `drop role ${role}`].map((text) => catalogStep([text]))
}

/**
 * Objects of this database that the role owns or has privileges on; they keep it from being dropped.
 * Those of other databases keep it too, and have to be handled there: see `kept` of the kind.
 */
export const listDependents = (db: Queryable, id: number): Promise<Related[]> =>
  db.query<Related>(
    /* SQL */ `
    select d.classid::regclass::text as catalog, d.objid::int8::float8 as id,
      (pg_identify_object(d.classid, d.objid, d.objsubid)).type as type,
      case d.deptype when 'o' then 'owner of ' when 'a' then 'privileges on ' else '' end
        || pg_describe_object(d.classid, d.objid, d.objsubid) as description
    from pg_shdepend d
    where d.refclassid = 'pg_authid'::regclass and d.refobjid = $1::oid
      and d.deptype in ('o', 'a', 'r')
      and d.dbid = (select oid from pg_database where datname = current_database())
    order by d.deptype desc, 4
    limit 500`,
    [id],
  )
