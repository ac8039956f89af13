import type { DatabaseRole, ProjectDatabase, ProjectEngine } from '@basalt/engine'

import { type Context, projectOf, scopeOf } from '../../http/context.ts'

const writes = { action: 'tenant:Sql:Write:Update', resource: 'rows' }

/**
 * The project's database as this caller may use it: whoever may not write gets a role
 * that PostgreSQL itself does not let write.
 */
export function databaseFor(engine: ProjectEngine, context: Context): Promise<ProjectDatabase> {
  const project = projectOf(context)
  const role: DatabaseRole = context.may(writes, scopeOf(project)) ? 'owner' : 'read-only'
  return engine.open(project.ref, role)
}
