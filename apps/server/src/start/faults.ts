import { EngineError } from '@basalt/engine'
import { DirectoryLockedError } from '@basalt/engine-embedded'

import { StartError } from '../process/data-directory.ts'
import { MigrationError } from '../store/migrations.ts'
import { type Config, ConfigError } from './config.ts'

const withoutStack = [ConfigError, StartError, DirectoryLockedError, EngineError, MigrationError]

/** The text of an error at the start. A fault that the operator can fix needs no stack. */
export function describeStartFault(cause: unknown): string {
  const error = diskFault(cause)
  if (!(error instanceof Error)) return String(error)
  return withoutStack.some((kind) => error instanceof kind) ? error.message : String(error.stack)
}

/** Why the server cannot listen, as a message when the operator can fix it. */
export function listenFault(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>) {
  switch (getCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use. Stop the other program, or choose another port with BASALT_PORT.`,
      )
    case 'EADDRNOTAVAIL':
      return new StartError(
        `This machine has no address ${host}. Choose another one with BASALT_HOST.`,
      )
    default:
      return error
  }
}

type Place = Pick<Config, 'systemDatabaseUrl' | 'dataDir'>

/** Why the first connection to the system database failed, in words where they help. */
export function systemDatabaseFault(cause: unknown, { systemDatabaseUrl, dataDir }: Place) {
  if (!(cause instanceof Error)) return cause
  if (systemDatabaseUrl !== null) {
    return new StartError(
      `The database of BASALT_SYSTEM_DATABASE_URL cannot be used: ${cause.message}`,
      { cause },
    )
  }
  // The passwords of our own cluster are derived from the key.
  if (getCode(cause) !== '28P01') return cause
  return new StartError(
    `The secret key does not match the system database in ${dataDir}. Restore the file secret-key from a backup, or set BASALT_SECRET_KEY to the key. Nothing was changed.`,
    { cause },
  )
}

/** A full disk in words; everything else as it is. */
export function diskFault(error: unknown): unknown {
  const code = getCode(error)
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new StartError(
    `The disk is full: ${(error as Error).message}. Free some space, then start again. Nothing was changed.`,
    { cause: error },
  )
}

function getCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
