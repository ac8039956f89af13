import { embeddedCluster, findCluster, limitedClient } from '@basalt/engine-embedded'
import type { PoolConfig } from 'pg'

import { readingLimits } from '../limits/resources.ts'
import { requireSystemCluster, StartError, systemName } from '../process/data-directory.ts'
import { type Migration, MigrationError, requireMigrated } from '../store/migrations.ts'
import { openStore, openStoreAsIs, type Store } from '../store/store.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { embeddedOptions } from './embedded-options.ts'
import { systemDatabaseFault } from './faults.ts'
import { holdSystemDatabase } from './instance-lock.ts'
import type { StartContext } from './start-context.ts'

/** The system database: an external one by URL, or a local cluster without a port. */
export async function connectSystemDatabase(context: StartContext): Promise<PoolConfig> {
  const { config, resources, undo } = context
  const Client = limitedClient(readingLimits(resources))
  if (config.systemDatabaseUrl !== null) {
    return { connectionString: config.systemDatabaseUrl, Client }
  }
  requireSystemCluster(config.dataDir)
  const cluster = embeddedCluster({ ...embeddedOptions(context), name: systemName })
  undo.add(() => cluster.stop())
  return { ...(await cluster.start()), Client }
}

/**
 * The system database of a server that runs, for a process next to it.
 *
 * @throws StartError when there is none.
 */
export async function findSystemDatabase(context: StartContext): Promise<PoolConfig> {
  const { config, resources } = context
  const Client = limitedClient(readingLimits(resources))
  if (config.systemDatabaseUrl !== null) {
    return { connectionString: config.systemDatabaseUrl, Client }
  }
  const address = await findCluster({ ...embeddedOptions(context), name: systemName })
  if (address !== null) return { ...address, Client }
  throw new StartError(
    `No server runs on ${config.dataDir}. Start it there with \`npm start\`, or name its data directory with BASALT_DATA_DIR, then start the worker again.`,
  )
}

/**
 * The store next to a server, which has migrated it. It caches nothing that others write.
 *
 * @throws MigrationError when it is of another version.
 */
export async function joinSystemStore(
  { config, undo }: StartContext,
  { connection, migrations }: Omit<System, 'tracing'>,
): Promise<Store> {
  await requireMigrated(connection, migrations).catch((error: unknown) => {
    throw error instanceof MigrationError ? error : systemDatabaseFault(error, config)
  })
  const { store, close } = openStoreAsIs({
    ...connection,
    query_timeout: config.limits.statementMs,
  })
  undo.add(close)
  return store
}

type System = {
  connection: PoolConfig
  migrations: readonly Migration[]
  tracing: Tracing | null
}

/**
 * Locks the system database for this process and migrates it.
 *
 * @throws StartError when another process has the lock.
 */
export async function openSystemStore(
  { config, logger, undo }: StartContext,
  { connection, migrations, tracing }: System,
): Promise<Store> {
  const release = await holdSystemDatabase(connection, () => {
    logger.fatal('Another Basalt took over the system database')
    process.exit(1)
  }).catch((error: unknown) => {
    throw systemDatabaseFault(error, config)
  })
  if (release === null) {
    throw new StartError('Another Basalt uses this system database. Stop it first.')
  }
  undo.add(release)
  const { store, close } = await openStore(connection, {
    ...config.limits,
    migrations,
    onStatement:
      tracing === null
        ? undefined
        : (text, { startedMs, isFailure }) =>
            tracing.statement(text, startedMs)?.end({ isFailure }),
  })
  undo.add(close)
  return store
}
