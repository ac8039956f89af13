import type { DatabaseRole, ProjectDatabase, ProjectEngine } from '@basalt/engine'

import { type DataContext, projectOf, scopeOf } from '../../http/context.ts'

const writes = { action: 'tenant:Sql:Write:Update', resource: 'rows' }

/**
 * The project's database as this caller may use it: whoever may not write, and everybody
 * while the spend cap leaves reading only, gets a role that PostgreSQL itself does not let
 * write.
 */
export function databaseFor(engine: ProjectEngine, context: DataContext): Promise<ProjectDatabase> {
  const project = projectOf(context)
  const mayWrite = !context.door.isReadOnly && context.may(writes, scopeOf(project))
  const role: DatabaseRole = mayWrite ? 'owner' : 'read-only'
  return engine.open(project.ref, role)
}
