import { createHash } from 'node:crypto'

import type { ProjectDatabase, Queryable } from '@basalt/engine'

import { DesignError } from '../designs/design.ts'
import { type Step, toRecordedSql } from '../designs/steps.ts'
import { findObject, findObstacle } from './list-objects.ts'
import type { ObjectChange, ObjectDesign, ObjectKind } from './object-kind.ts'
import { listDependentObjects } from './related.ts'

/** A change that the state of the database rules out. */
export class ObjectConflict extends Error {
  override readonly name = 'ObjectConflict'
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

type Row = {
  id: number
  schema: string | null
  name: string
  locked: string | null
  kept: string | null
}

/** The design of an object and its version; null when there is no such object. */
export async function readObjectDesign<Design extends ObjectDesign>(
  db: Queryable,
  kind: ObjectKind<Design>,
  id: number,
): Promise<{ design: Design; version: string } | null> {
  const [found] = await db.query<{ design: string | null }>(
    `select design::text from (${kind.design}) d`,
    [id],
  )
  if (found === undefined || found.design === null) return null
  const version = createHash('sha256').update(found.design).digest('hex')
  // The output of the kind's own query.
  return { design: JSON.parse(found.design) as Design, version }
}

/** The SQL that creates an object in a database without it, with its grants and its parts. */
export async function writeDefinition<Design extends ObjectDesign>(
  db: Queryable,
  kind: ObjectKind<Design>,
  design: Design,
): Promise<string> {
  const steps = [
    ...(await (kind.define?.(design) ?? kind.create(design, db))),
    ...((await kind.grants?.(design, design, db)) ?? []),
    ...((await kind.attached?.(design, db)) ?? []),
  ]
  return steps.map(({ fragment }) => `${toRecordedSql(fragment)};`).join('\n')
}

export type ObjectPlan = {
  steps: Step[]
  target: { schema: string | null; name: string }
}

/**
 * Reads the current state and returns the statements of a change. Changes nothing.
 *
 * @throws ObjectMissing, ObjectConflict, or DesignError with the field at fault.
 */
export async function planObjectChange<Design extends ObjectDesign>(
  db: Queryable,
  kind: ObjectKind<Design>,
  change: ObjectChange<Design>,
): Promise<ObjectPlan> {
  if (change.action === 'create') {
    const { design } = change
    const obstacle = await findObstacle(db, kind)
    if (obstacle !== null) throw new ObjectConflict(`${obstacle}.`)
    const steps = [
      ...(await kind.create(design, db)),
      ...(change.copy_of === undefined
        ? []
        : await copiedGrants(db, kind, { id: change.copy_of, design })),
    ]
    return { steps, target: getTarget(design) }
  }
  const row = await findObject<Row>(db, kind, change.id)
  const current = row === null ? null : await readObjectDesign(db, kind, change.id)
  if (row === null || current === null)
    throw new ObjectMissing(`This ${kind.noun} no longer exists. Go back to the list.`)
  if (row.locked !== null) throw new ObjectConflict(`${row.locked}, so it cannot be changed here.`)
  const target = { schema: row.schema, name: row.name }
  if (change.action === 'drop') {
    if (row.kept !== null) throw new ObjectConflict(`${row.kept}.`)
    if (!change.cascade || change.concurrently === true) await refuseDependents(db, kind, row)
    return { steps: kind.drop(current.design, change), target }
  }
  if (current.version !== change.version) {
    throw new ObjectConflict(
      `Someone else changed this ${kind.noun}, so nothing was done. Reload it to see its current definition.`,
    )
  }
  const steps = await kind.alter(current.design, change.design, db)
  if (steps.length === 0) throw new DesignError({ '': 'There are no changes to apply' })
  return { steps, target }
}

/** A copy is open to those who could use the original, not to those of the default privileges. */
async function copiedGrants<Design extends ObjectDesign>(
  db: Queryable,
  kind: ObjectKind<Design>,
  { id, design }: { id: number; design: Design },
): Promise<Step[]> {
  if (kind.grants === undefined) return []
  const original = await readObjectDesign(db, kind, id)
  if (original === null)
    throw new ObjectMissing(
      `The ${kind.noun} to copy no longer exists, so its grants are unknown. Go back to the list.`,
    )
  return kind.grants(original.design, design, db)
}

/** Warnings of the kind, before the change runs. */
export async function listWarnings<Design extends ObjectDesign>(
  db: ProjectDatabase,
  kind: ObjectKind<Design>,
  change: ObjectChange<Design>,
): Promise<string[]> {
  if (kind.warn === undefined) return []
  const found = change.action === 'create' ? null : await readObjectDesign(db, kind, change.id)
  return kind.warn(db, found?.design ?? null, change.action === 'drop' ? null : change.design)
}

async function refuseDependents(
  db: Queryable,
  kind: Pick<ObjectKind<ObjectDesign>, 'catalog' | 'listDependents'>,
  { id, name }: Row,
): Promise<void> {
  const dependents = await listDependentObjects(db, kind, id)
  if (dependents.length === 0) return
  const shown = dependents.slice(0, 5).map(({ description }) => description)
  const more = dependents.length - shown.length
  throw new ObjectConflict(
    `Nothing was dropped: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''} would be dropped with ${name}`,
  )
}

/** A schema is part of most designs. */
const getTarget = (design: ObjectDesign & { schema?: unknown }): ObjectPlan['target'] => ({
  schema: typeof design.schema === 'string' ? design.schema : null,
  name: design.name,
})
