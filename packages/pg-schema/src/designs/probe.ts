import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'

import type { Action } from './alter-actions.ts'
import type { ProbeActions } from './alter-table.ts'
import { DesignError } from './design.ts'
import { locateError } from './locate-error.ts'
import { inRolledBackTransaction } from './rolled-back.ts'
import { type Fragment, toSql, tableName } from './steps.ts'

const clone = 'pg_temp.basalt_probe'

/**
 * Tries actions on an empty table with the same columns, in a transaction that is rolled back, and
 * checks whether PostgreSQL gave it a new file: then it would rewrite the real one. Without the
 * right to create temporary tables a rewrite is assumed.
 *
 * @throws DesignError for actions that PostgreSQL refuses even on an empty table.
 */
export const probeOn =
  (db: ProjectDatabase, table: { schema: string; name: string }): ProbeActions =>
  async (prepared, actions) => {
    if (!actions.some(({ isProbed }) => isProbed)) return [...actions]
    const answers = new Map<Action, boolean>()
    try {
      await inRolledBackTransaction(db, async (tx) => {
        await tx.text("set local lock_timeout = '1s'")
        await tx.text(
          `create temporary table basalt_probe (like ${tableName(table)} including generated)`,
        )
        for (const clause of prepared) await tx.text(`alter table ${clone} ${toSql(clause)}`)
        for (const action of actions) {
          if (action.isProbed) answers.set(action, await isRewritten(tx, action.fragment))
        }
      })
    } catch (error) {
      if (!isMissingRight(error)) throw error
    }
    return actions.map((action) => (answers.get(action) === false ? asInstant(action) : action))
  }

const isMissingRight = (error: unknown): boolean =>
  error instanceof EngineError && ['25006', '42501', '55P03'].includes(error.sql?.sqlstate ?? '')

async function isRewritten(tx: Queryable, clause: Fragment): Promise<boolean> {
  const before = await getFile(tx)
  const fragment = [`alter table ${clone} `, ...clause]
  try {
    await tx.text(toSql(fragment))
  } catch (error) {
    const fault = locateError(error, { fragment }, [])
    throw fault === undefined ? error : new DesignError(fault)
  }
  return (await getFile(tx)) !== before
}

async function getFile(tx: Queryable): Promise<string> {
  const [row] = await tx.query<{ file: string }>(
    `select pg_relation_filenode('${clone}'::regclass)::text as file`,
  )
  return row?.file ?? ''
}

/** Constraints of a new column have its rows read all the same. */
function asInstant(action: Action): Action {
  const { fragment, lock } = action
  if (fragment.includes(' unique')) {
    return { ...action, lock: { ...lock, work: 'index', reason: 'Builds its unique index' } }
  }
  if (fragment.includes(' check ')) {
    return { ...action, lock: { ...lock, work: 'scan', reason: 'Reads every row for its check' } }
  }
  const reason = 'Changes only the catalog: no rows are rewritten'
  return { ...action, lock: { ...lock, work: 'instant', sizeBytes: 0, safer: null, reason } }
}
