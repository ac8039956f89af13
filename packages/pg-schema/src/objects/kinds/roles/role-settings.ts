import type { RoleDesign, RoleSetting } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { type Fragment, piece, type Step } from '../../../designs/steps.ts'
import { catalogStep } from '../../object-steps.ts'
import { settingPieces } from '../../setting-pieces.ts'

/** PostgreSQL keeps an empty list as "", which SQL does not accept. */
export const roleSettings = /* SQL */ `coalesce((
  select json_agg(json_build_object(
    'database', b.datname,
    'name', split_part(x.text, '=', 1),
    'value', case when substr(x.text, strpos(x.text, '=') + 1) = '""' then ''
      else substr(x.text, strpos(x.text, '=') + 1) end
  ) order by b.datname nulls first, x.text)
  from pg_db_role_setting s
  left join pg_database b on b.oid = s.setdatabase
  cross join unnest(s.setconfig) x (text)
  where s.setrole = r.oid
), '[]'::json)`

const keyOf = ({ database, name }: RoleSetting) => JSON.stringify([database, name.toLowerCase()])

/** Settings that differ; those that are left out are reset. */
export function settingSteps(from: readonly RoleSetting[], to: RoleDesign): Step[] {
  const kept = new Set(to.settings.map(keyOf))
  const before = new Map(from.map((one) => [keyOf(one), one.value]))
  const subject = (database: string | null, field: string): Fragment => [
    `alter role ${quoteIdent(to.name)}`,
    ...(database === null ? [] : [' in database ', piece(quoteIdent(database), field)]),
    ' ',
  ]
  return [
    ...from
      .filter((one) => !kept.has(keyOf(one)))
      .map(({ database, name }) =>
        catalogStep([
          ...subject(database, 'settings'),
          `reset ${name.split('.').map(quoteIdent).join('.')}`,
        ]),
      ),
    ...to.settings.flatMap((one, at) =>
      before.get(keyOf(one)) === one.value
        ? []
        : [
            catalogStep([
              ...subject(one.database, `settings.${at}.database`),
              ...settingPieces(one, at),
            ]),
          ],
    ),
  ]
}
