import { DirectoryLockedError, embeddedCluster, lockDataDirectory } from '@basalt/engine-embedded'
import type { PoolConfig } from 'pg'
import pino from 'pino'

import { requireInstall, systemName } from '../process/data-directory.ts'
import type { Undo } from '../process/process-life.ts'
import { readSecretKey } from '../secrets/secret-key.ts'
import { createVault } from '../secrets/vault.ts'
import type { Config } from './config.ts'
import { embeddedOptions } from './embedded-options.ts'
import type { StartContext } from './start-context.ts'

type Command = Pick<StartContext, 'config' | 'files'>

/** The system database for a command: of the running install, or started until `undo` runs. */
export async function connectForCommand(
  { config, files }: Command,
  undo: Undo,
): Promise<PoolConfig> {
  if (config.systemDatabaseUrl !== null) return { connectionString: config.systemDatabaseUrl }
  requireInstall(config.dataDir)
  const vault = createVault(readSecretKey(config.dataDir, config.secretKey))
  const logger = pino({ level: 'silent' })
  const options = embeddedOptions({ config, files, vault, logger })
  const cluster = embeddedCluster({ ...options, name: systemName })
  const unlock = await lockUnlessRunning(config)
  if (unlock === null) {
    undo.add(() => cluster.disconnect())
  } else {
    undo.add(unlock)
    undo.add(() => cluster.stop())
  }
  return cluster.start()
}

/** Null while a server has the data directory. */
const lockUnlessRunning = ({ dataDir }: Config) =>
  lockDataDirectory(dataDir).catch((error: unknown) => {
    if (error instanceof DirectoryLockedError) return null
    throw error
  })
