import { EngineError, type Queryable } from '@basalt/engine'
import type { PolicyDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { toSql } from '../../designs/steps.ts'
import { policies } from '../../objects/kinds/policies.ts'
import type { ObjectChange } from '../../objects/object-kind.ts'
import { readObjectDesign } from '../../objects/plan-object.ts'
import { actAs } from '../act-as.ts'
import { attempt } from '../attempt.ts'
import type { ChangedTable } from './changed-table.ts'

type Trial = {
  change: ObjectChange<PolicyDesign>
  /** The roles with their claims. */
  actors: readonly { role: string; claims: string }[]
}

/** PostgreSQL refuses policies that read one another without end. */
const invalidDefinition = '42P17'

/**
 * By role, the refusal of PostgreSQL as infinite recursion once the policy is changed. The change
 * runs and is taken back at once; it needs an exclusive lock, for which it waits 100 ms at most.
 * Null when that failed.
 */
export async function findRecursion(
  tx: Queryable,
  table: ChangedTable,
  { change, actors }: Trial,
): Promise<Map<string, string> | null> {
  const found = await attempt(tx, async () => {
    const recursion = new Map<string, string>()
    await tx.text("set local lock_timeout = '100ms'")
    for (const { fragment } of await listSteps(tx, change)) await tx.text(toSql(fragment), [])
    for (const actor of actors) {
      const message = await findRefusal(tx, table, actor)
      if (message !== null) recursion.set(actor.role, message)
    }
    return recursion
  })
  if ('value' in found) return found.value
  if (found.error instanceof EngineError && found.error.kind === 'statement') return null
  throw found.error
}

async function listSteps(tx: Queryable, change: ObjectChange<PolicyDesign>) {
  if (change.action === 'create') return policies.create(change.design, tx)
  const current = await readObjectDesign(tx, policies, change.id)
  if (current === null) return []
  return change.action === 'drop'
    ? policies.drop(current.design, change)
    : policies.alter(current.design, change.design, tx)
}

/** EXPLAIN applies the policies and reads no row. */
async function findRefusal(
  tx: Queryable,
  { sql, columns }: ChangedTable,
  actor: Trial['actors'][number],
): Promise<string | null> {
  const column = quoteIdent(columns[0] ?? '')
  const statements = [
    ['reading the table', `select from ${sql}`],
    ['adding rows', `insert into ${sql} default values`],
    ['changing rows', `update ${sql} set ${column} = default`],
    ['deleting rows', `delete from ${sql}`],
  ] as const
  for (const [work, statement] of statements) {
    const found = await attempt(tx, async () => {
      await actAs(tx, actor)
      await tx.text(`explain ${statement}`)
    })
    if (!('error' in found)) continue
    const { error } = found
    if (error instanceof EngineError && error.sql?.sqlstate === invalidDefinition)
      return `With this change, ${work} fails for this role: ${error.message}`
  }
  return null
}
