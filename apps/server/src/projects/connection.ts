import type { DatabaseRole, ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'

import { getActor, type DataContext, getProject, getScope } from '../http/context.ts'
import { withDeadline } from '../limits/statement-deadline.ts'

const writes = { action: 'tenant:Sql:Write:Update', resource: 'rows' }

/**
 * The project's database with the caller's rights: callers without write access, and everyone while
 * the spend cap restricts the project, get a role that PostgreSQL itself keeps read-only.
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
 * Reads Basalt's own schema in the database, which the read-only role cannot access: the permission
 * of the route decides. The transaction is read-only.
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
  const canWrite =
    !context.dataRoute.isReadOnly && context.may(writes, getScope(getProject(context)))
  return canWrite ? 'owner' : 'read-only'
}
