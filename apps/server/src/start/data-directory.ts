import { lockDataDirectory, reachableByPostgres } from '@basalt/engine-embedded'
import type { Logger } from 'pino'

import {
  openLog,
  prepareDataDirectory,
  requireDataSpace,
  sharedDataDirectory,
} from '../process/data-directory.ts'
import { logCrash, type Undo } from '../process/process-life.ts'
import { type Config, readConfig } from './config.ts'

/** The configuration, with a data directory that the databases can reach. */
export function readLocatedConfig(): Config {
  const config = readConfig()
  if (config.isDataDirChosen || reachableByPostgres(config.dataDir)) return config
  const dataDir = sharedDataDirectory(config.dataDir)
  process.stdout.write(
    `The databases cannot run below ${config.dataDir}: they cannot access its parent directory. Data is kept in ${dataDir}.\n`,
  )
  return { ...config, dataDir }
}

/** Takes the data directory for this process and opens its log. */
export async function claimDataDirectory(dataDir: string, undo: Undo): Promise<Logger> {
  prepareDataDirectory(dataDir)
  const unlock = await lockDataDirectory(dataDir)
  undo.add(async () => unlock())
  const logger = openLog(dataDir)
  logCrash(logger)
  warnOfSpace(dataDir, logger)
  return logger
}

function warnOfSpace(dataDir: string, logger: Logger) {
  const warning = requireDataSpace(dataDir)
  if (warning === null) return
  logger.warn(warning)
  process.stderr.write(`${warning}\n`)
}
