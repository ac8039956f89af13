import type { Queryable } from '@basalt/engine'

import { actAs } from './act-as.ts'
import { attempt } from './attempt.ts'
import type { PolicyTest } from './policy-test.ts'

/**
 * The defaults of the columns that an INSERT leaves out, as the role computes them with its claims.
 * Those that it cannot compute are left out.
 */
export async function readRoleDefaults(
  tx: Queryable,
  test: PolicyTest,
): Promise<Record<string, string | null>> {
  const defaults = await tx.query<{ name: string; expression: string }>(defaultsQuery, [
    test.tableId,
    Object.keys(test.values),
  ])
  const values: Record<string, string | null> = {}
  for (const { name, expression } of defaults) {
    const found = await attempt(tx, async () => {
      await actAs(tx, test)
      return tx.text(`select ${expression}`)
    })
    if ('value' in found) values[name] = found.value.rows[0]?.[0] ?? null
  }
  return values
}

const defaultsQuery = /* SQL */ `
  select a.attname::text as name, pg_get_expr(d.adbin, d.adrelid) as expression
  from pg_attribute a
  join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::oid and a.attgenerated = '' and a.attname <> all ($2::text[])
  order by a.attnum`
