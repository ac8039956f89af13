import type { ProjectDatabase } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'
import {
  DesignError,
  indexes,
  recordChange,
  type Step,
  shownSteps,
  toMigrationName,
} from '@basalt/pg-schema'

import type { StoredJob } from './stored-jobs.ts'

/**
 * Records a build or a drop that was done as a migration. Its statements are those of a transaction,
 * because migrations run in one.
 */
export async function recordJob(db: ProjectDatabase, job: StoredJob): Promise<void> {
  const { action, design, schema_name: schema, index_name: name } = job
  if (action === 'rebuild' || design === null) return
  const create = await listCreateSteps(db, design)
  if (create === null) return
  const drop = indexes.drop(design, { cascade: false })
  const isDrop = action === 'drop'
  await db.transaction((tx) =>
    recordChange(tx, {
      name: toMigrationName(action, 'index', `${schema}.${name}`),
      statements: getStatements(isDrop ? drop : create),
      rollback: getStatements(isDrop ? create : drop),
    }),
  )
}

/** Null where the table was dropped since. */
async function listCreateSteps(
  db: ProjectDatabase,
  design: IndexDefinition,
): Promise<Step[] | null> {
  try {
    return await indexes.create({ ...design, concurrently: false }, db)
  } catch (error) {
    if (error instanceof DesignError) return null
    throw error
  }
}

const getStatements = (steps: readonly Step[]): string[] => shownSteps(steps).map(({ sql }) => sql)
