import type { Queryable } from '@basalt/engine'

import { DesignError } from '../designs/design.ts'
import type { Step } from '../designs/steps.ts'
import { type AnyKind, listAttached, type ObjectChange, type ObjectDesign } from './object-kind.ts'
import { readObjectDesign } from './plan-object.ts'
import { listDependentObjects } from './related.ts'

/**
 * Prepares the reverse of a change, in its transaction and before it runs. The returned function
 * gives the statements after it ran; null when there are none, as for objects that were dropped
 * together with this one.
 */
export async function prepareReverse(
  tx: Queryable,
  kind: AnyKind,
  change: ObjectChange<ObjectDesign>,
): Promise<(tx: Queryable) => Promise<Step[] | null>> {
  if (change.action === 'create') {
    return () => Promise.resolve(kind.drop(change.design, { cascade: false }))
  }
  const before = await readObjectDesign(tx, kind, change.id)
  if (before === null) return () => Promise.resolve(null)
  const dependents = await listDependentObjects(tx, kind, change.id)
  const again = await orNull(async () => [
    ...(await kind.create(before.design, tx)),
    ...(await listAttached(kind, before.design, tx)),
  ])
  if (change.action === 'drop') return () => Promise.resolve(dependents.length > 0 ? null : again)
  return async (after) => {
    const isReplaced = dependents.length === 0 && (await isMissing(after, kind, change.id))
    if (!isReplaced || again === null)
      return orNull(() => kind.alter(change.design, before.design, after))
    // Attachments of the old object may have been dropped with its columns.
    return [...kind.drop(change.design, { cascade: false }), ...again]
  }
}

const isMissing = async (db: Queryable, kind: AnyKind, id: number): Promise<boolean> =>
  (await readObjectDesign(db, kind, id)) === null

/** Some changes cannot be undone, for example a value that was added to an enum. */
export async function orNull(plan: () => Step[] | Promise<Step[]>): Promise<Step[] | null> {
  try {
    const steps = await plan()
    return steps.length === 0 ? null : steps
  } catch (error) {
    if (error instanceof DesignError) return null
    throw error
  }
}
