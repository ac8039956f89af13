import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import { type PlannedStatement, planStatements } from '@basalt/pg-catalog'

import type { TopStatement } from './statement-store.ts'

export type PlannableStatement = Pick<TopStatement, 'id' | 'query' | 'role' | 'database'>

type Reading = { engine: ProjectEngine; ref: string; db: ProjectDatabase }

/**
 * Plans statements of the user's database. Planning calls functions of a statement, so those of
 * other roles are planned with the read-only login: their functions never run as the owner.
 */
export async function planTop(
  { engine, ref, db }: Reading,
  statements: readonly PlannableStatement[],
): Promise<{ plans: Map<string, PlannedStatement>; failures: string[]; elsewhere: number }> {
  const { role, database } = await readIdentity(db)
  const here = statements.filter((one) => one.database === database)
  const own = here.filter((one) => one.role === role)
  const others = here.filter((one) => one.role !== role)
  const reader = others.length === 0 ? db : await engine.open(ref, 'read-only')
  const results = [await planStatements(db, own), await planStatements(reader, others)]
  return {
    plans: new Map(results.flatMap(({ plans }) => [...plans])),
    failures: results.flatMap(({ failures }) => [...failures.values()]),
    elsewhere: statements.length - here.length,
  }
}

export async function readIdentity(db: Queryable): Promise<{ role: string; database: string }> {
  const [row] = await db.query<{ role: string; database: string }>(
    'select current_user::text as role, current_database()::text as database',
  )
  if (row === undefined) throw new Error('PostgreSQL did not answer')
  return row
}
