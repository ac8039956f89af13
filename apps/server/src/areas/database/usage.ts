import { databaseUsage as routes } from '@basalt/contract/database/usage'
import type { ProjectEngine } from '@basalt/engine'
import { findSlowestStatement, listDiskUsage, readOverview, readWalBytes } from '@basalt/pg-catalog'
import { listMigrations } from '@basalt/pg-schema'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'

/** The state of a project's database in figures. */
export const usageFeature = ({ engine }: { engine: ProjectEngine }): Endpoint[] => [
  serve(routes.overview, async (_, context) => {
    const db = await databaseFor(engine, context)
    const [figures, wal_bytes, slowest, migrations] = await Promise.all([
      readOverview(db),
      readWalBytes(db),
      // Its reset and its rights are the user's: without it the other figures are still there.
      findSlowestStatement(db).catch(() => null),
      listMigrations(db).catch(() => []),
    ])
    const [last] = migrations
    return {
      ...figures,
      wal_bytes,
      slowest,
      last_migration: last === undefined ? null : { version: last.version, name: last.name },
    }
  }),
  serve(routes.relations, async (_, context) => listDiskUsage(await databaseFor(engine, context))),
]
