import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import pino, { type Logger } from 'pino'

/** A start-up fault that the operator can mend; its message says how. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Makes the data directory. Under root the databases run as another user, so that user
 * must be able to pass through it, and only to pass through.
 */
export function prepareDataDirectory(path: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    const made = mkdirSync(path, { recursive: true, mode })
    // A directory that was there already has the rights that somebody gave it.
    if (made !== undefined) chmodSync(path, mode)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartError(
      `The data directory ${path} cannot be written. Choose another one with BASALT_DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * Where data goes when nobody chose and the usual place is closed to the user that the
 * databases run as, as /root is: a place of its own for each checkout.
 */
export function sharedDataDirectory(usual: string): string {
  const digest = createHash('sha256').update(usual).digest('hex').slice(0, 8)
  return join('/var/lib/basalt', `${basename(dirname(usual))}-${digest}`)
}

const rotatedAtBytes = 10 * 1024 * 1024

/** The server's log, one JSON object a line; the one before is kept when it grows large. */
export function openLog(dataDir: string): Logger {
  const directory = join(dataDir, 'logs')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'server.log')
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if (size > rotatedAtBytes) renameSync(path, `${path}.1`)
  return pino({ level: 'info' }, pino.destination({ dest: path, sync: true, mkdir: true }))
}
