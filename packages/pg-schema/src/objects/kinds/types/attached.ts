import type { Queryable } from '@basalt/engine'
import type { TypeDesign } from '@basalt/pg-model'

import { grantSteps } from '../../../designs/grants.ts'
import type { Step } from '../../../designs/steps.ts'
import { catalogStep, quoted } from '../../object-steps.ts'

export const typeGrants = (from: TypeDesign, to: TypeDesign, db: Queryable): Promise<Step[]> =>
  grantSteps(db, {
    kind: 'type',
    name: quoted(from),
    subject: `type ${quoted(to)}`,
    owner: to.owner,
  })

/** The comments of the attributes, checks and multirange of a type. */
export async function attached(type: TypeDesign, db: Queryable): Promise<Step[]> {
  const comments = await db.query<{ statement: string }>(commentsQuery, [quoted(type)])
  return comments.map(({ statement }) => catalogStep([statement]))
}

const commentsQuery = /* SQL */ `
  with type as (select * from pg_type where oid = to_regtype($1))
  select format('comment on column %s.%I is %L', $1::text, a.attname, d.description) as statement
  from type
  join pg_attribute a on a.attrelid = type.typrelid and a.attnum > 0
  join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = a.attrelid
    and d.objsubid = a.attnum
  union all
  select format('comment on constraint %I on domain %s is %L', c.conname, $1::text, d.description)
  from type
  join pg_constraint c on c.contypid = type.oid
  join pg_description d on d.classoid = 'pg_constraint'::regclass and d.objoid = c.oid
  where c.contype = 'c'
  union all
  select format('comment on type %I.%I is %L', n.nspname, m.typname, d.description)
  from type
  join pg_range r on r.rngtypid = type.oid
  join pg_type m on m.oid = r.rngmultitypid
  join pg_namespace n on n.oid = m.typnamespace
  join pg_description d on d.classoid = 'pg_type'::regclass and d.objoid = m.oid
  order by 1`
