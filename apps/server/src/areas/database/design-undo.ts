import { tableRights } from '@basalt/contract/database/table-rights'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase } from '@basalt/engine'
import { findChange } from '@basalt/pg-rows'
import { inLockedTransaction } from '@basalt/pg-schema'
import { type DesignChange, designToUndo, requireUnused } from '@basalt/pg-undo'

import { recordFailure } from '../../change-reports/recorded.ts'
import { type Context, getProject, getScope } from '../../http/context.ts'
import type { Store } from '../../store/store.ts'
import { fitting } from './changes.ts'
import { recorded, explainFailure } from './table-changes.ts'
import { planDesign } from './table-plans.ts'

type Undoing = {
  db: ProjectDatabase
  change: DesignChange
  /** Of the undo itself, generated once by the caller. */
  id: string
}

/** Reverts a change of a table. */
export async function undoDesign(store: Store, context: Context, { db, change, id }: Undoing) {
  if (!context.may(tableRights.change.permission, getScope(getProject(context)))) {
    throw new ApiError('forbidden', 'You need additional permissions to change tables')
  }
  const saved = { outcome: 'saved' as const, results: null, history_id: id, cascaded: 0 }
  if ((await findChange(db, id)) !== null) {
    context.changedNothing()
    return { ...saved, repeated: true }
  }
  const { after, tableId } = change
  const nameNow = `${after.schema}.${after.name}`
  const { current, target } = await fitting(() =>
    inLockedTransaction(db, tableId, (tx) => designToUndo(tx, change)),
  ).catch(async (error: unknown) => {
    await recordFailure(store, context, {
      action: 'table.change_undone',
      target: { kind: 'table', id: nameNow, name: nameNow },
      details: { change: change.id },
    })
    throw explainFailure(error, { target: after })
  })
  const plan = await planDesign(db, { current, target, online: false })
  const before = async (...[tx]: Parameters<NonNullable<typeof plan.before>>) => {
    await plan.before?.(tx)
    await requireUnused(tx, { current, target })
  }
  const work = { action: 'table.change_undone', plan: { ...plan, before }, db, id, undoes: change }
  const history_id = await fitting(() => recorded(store, context, work))
  return { ...saved, history_id }
}
