import { databaseMigrations as routes } from '@basalt/contract/database/migrations'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import type { Jobs } from '@basalt/jobs'
import { defaultRules } from '@basalt/pg-catalog'
import { listMigrations, recordMigration } from '@basalt/pg-schema'
import { splitStatements } from '@basalt/pg-sql'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Log } from '../../process/log.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'

type Services = { engine: ProjectEngine; store: Store; jobs: Jobs; log: Log }

/** The history of changes in a project's own database. */
export function migrationFeature(services: Services): Endpoint[] {
  const { engine, store } = services
  return [
    serve(routes.list, async (_, context) => listMigrations(await databaseFor(engine, context))),
    serve(routes.record, async ({ body: { version, name, sql } }, context) => {
      const db = await databaseFor(engine, context)
      const statements = splitStatements(sql, await defaultRules(db, sql)).map(({ text }) => text)
      if (statements.length === 0) {
        throw new ApiError('invalid_request', 'The query has no statement')
      }
      const work = {
        action: 'sql.migrated',
        target: { kind: 'migration', id: version, name },
        details: { statements: statements.length },
      }
      await recordBefore(store, context, work)
      try {
        const migration = { version, name, statements, rollback: null }
        const recorded = await db.transaction((tx) => recordMigration(tx, migration))
        if (recorded !== null) return recorded
        throw new ApiError(
          'conflict',
          `Migration ${version} already exists. Choose another version.`,
        )
      } catch (error) {
        await recordFailure(store, context, work)
        throw error
      }
    }),
  ]
}
