import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { actAs } from './act-as.ts'
import type { AppliedPolicy, PolicyTest } from './policy-test.ts'
import type { TestedTable } from './read-tested-table.ts'

type Evaluation = Pick<PolicyTest, 'role' | 'claims'> & {
  table: TestedTable
  /** Null for those that are not evaluated. */
  policies: readonly (AppliedPolicy | null)[]
  rows: readonly (readonly (string | null)[])[]
}

/** Of a temporary table, which no table of the user can have by chance. */
const sample = 'basalt_policy_sample'
const position = 'basalt_policy_row'

/**
 * The value of each policy for each row, as the role computes it. The expressions run on a
 * temporary copy of the rows under the name of the table: so they are evaluated for rows that the
 * role does not see, and no lock on the table is needed.
 */
export async function evaluatePolicies(
  tx: Queryable,
  { table, policies, rows, ...actor }: Evaluation,
): Promise<(boolean | null)[][]> {
  const verdicts = rows.map(() => policies.map((): boolean | null => null))
  if (rows.length === 0 || policies.every((policy) => policy === null)) return verdicts
  await tx.text('savepoint evaluated')
  await fillSample(tx, table, rows)
  await tx.text(`grant select on pg_temp.${sample} to ${quoteIdent(actor.role)}`)
  await actAs(tx, actor)
  for (const [at, policy] of policies.entries()) {
    if (policy === null) continue
    for (const [row, value] of await evaluate(tx, table, policy.expression)) {
      const verdict = verdicts[row]
      if (verdict !== undefined) verdict[at] = value
    }
  }
  await tx.text('rollback to savepoint evaluated')
  return verdicts
}

async function fillSample(
  tx: Queryable,
  table: TestedTable,
  rows: Evaluation['rows'],
): Promise<void> {
  const names = table.columns.map(({ name }) => quoteIdent(name)).join(', ')
  await tx.text(
    `create temporary table ${sample} on commit drop as
     select 0 as ${position}, ${names} from ${table.sql} where false`,
  )
  const list = table.columns.map((_, at) => `$${at + 2}`).join(', ')
  for (const [row, values] of rows.entries()) {
    await tx.text(`insert into pg_temp.${sample} values ($1, ${list})`, [String(row), ...values])
  }
}

/** Null for every row when the expression fails for one of them: then each is evaluated alone. */
async function evaluate(
  tx: Queryable,
  table: TestedTable,
  expression: string,
): Promise<[number, boolean | null][]> {
  const query = (condition: string) =>
    `select ${position}, (${expression}\n) from pg_temp.${sample} as ${quoteIdent(table.name)}${condition}`
  const all = await tried(tx, query(''))
  if (all !== null) return all
  const { rows } = await tx.text(`select ${position} from pg_temp.${sample}`)
  const found: [number, boolean | null][] = []
  for (const [row] of rows) {
    const one = await tried(tx, query(` where ${position} = ${Number(row)}`))
    found.push(...(one ?? [[Number(row), null] as [number, null]]))
  }
  return found
}

async function tried(tx: Queryable, sql: string): Promise<[number, boolean | null][] | null> {
  await tx.text('savepoint expression')
  try {
    const { rows } = await tx.text(sql)
    await tx.text('release savepoint expression')
    // An expression without a value does not let the row pass.
    return rows.map(([row, value]) => [Number(row), value === 't'])
  } catch {
    await tx.text('rollback to savepoint expression')
    return null
  }
}
