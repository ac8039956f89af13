import { embeddedCluster, limitedClient } from '@basalt/engine-embedded'
import type { PoolConfig } from 'pg'

import { readingLimits } from '../limits/resources.ts'
import { requireSystemCluster, StartError, systemName } from '../process/data-directory.ts'
import type { Migration } from '../store/migrations.ts'
import { openStore, type Store } from '../store/store.ts'
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
