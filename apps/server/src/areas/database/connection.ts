import type { DatabaseRole, ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'

import { getActor, type DataContext, getProject, getScope } from '../../http/context.ts'
import { withDeadline } from '../../limits/statement-deadline.ts'

const writes = { action: 'tenant:Sql:Write:Update', resource: 'rows' }

/**
 * The project's database as this caller may use it: whoever may not write, and everybody
 * while the spend cap leaves reading only, gets a role that PostgreSQL itself does not let
 * write.
 */
export const databaseFor = (
  engine: ProjectEngine,
  context: DataContext,
): Promise<ProjectDatabase> => openWithDeadline(engine, context, roleFor(context))

/** Routes without a deadline wait for a statement as long as the database is healthy. */
async function openWithDeadline(
  engine: ProjectEngine,
  context: DataContext,
  role: DatabaseRole,
): Promise<ProjectDatabase> {
  const { ref } = getProject(context)
  const { ms, isLong } = context.deadline
  const isAlive = async () => (await engine.health(ref)).ok
  return withDeadline(await engine.open(ref, role, getActor(context)), {
    ms,
    keepRows: context.keepRows,
    ...(isLong && { isAlive }),
  })
}

/**
 * Reads what Basalt itself keeps in the database, which the role that cannot write may not enter:
 * who may be told of it is said by the permission of the route. PostgreSQL lets nothing be written.
 */
export async function readRecords<T>(
  engine: ProjectEngine,
  context: DataContext,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  const db = await openWithDeadline(engine, context, 'owner')
  return db.snapshot(read)
}

export function roleFor(context: DataContext): DatabaseRole {
  const canWrite = !context.door.isReadOnly && context.may(writes, getScope(getProject(context)))
  return canWrite ? 'owner' : 'read-only'
}
