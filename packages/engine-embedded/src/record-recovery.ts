import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { EngineError } from '@basalt/engine'

import { type ClusterHome, type PortBook, recordFile, recordState } from './cluster-home.ts'
import type { EmbeddedOptions } from './options.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * Whether there is a cluster. A lost or damaged record is rewritten from the data directory.
 * Nothing is ever removed.
 *
 * @throws EngineError `unreachable` when there are files, and no record can be restored from them.
 */
export async function hasCluster(
  home: ClusterHome,
  { ports, log }: { ports: PortBook; log: EmbeddedOptions['log'] },
): Promise<boolean> {
  const state = recordState(home)
  if (state === 'valid') return true
  const major = dataMajor(home.data)
  if (major === undefined) {
    if (state === 'absent' && !hasFiles(home.dir)) return false
    throw unrecoverable(home)
  }
  const port = await lastPort(home.data)
  const written = await ports.restore(home, { major, port })
  log?.({
    level: 'warn',
    message: `${recordFile(home)} was ${state === 'absent' ? 'missing' : 'damaged'} and is written again: PostgreSQL ${major}, port ${written}.`,
    ref: home.ref,
  })
  return true
}

/** The major version that `PG_VERSION` of a data directory names. */
function dataMajor(data: string): number | undefined {
  const [, digits] = /^(\d+)\s*$/.exec(readText(join(data, 'PG_VERSION'))) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** The port that the server of a data directory listens on, or used last. */
async function lastPort(data: string): Promise<number | undefined> {
  const running = await findPostmaster(data)
  const found = [
    running?.port,
    Number(/"port=(\d+)"/.exec(readText(join(data, 'postmaster.opts')))?.[1]),
    Number(/^\s*port\s*=\s*'?(\d+)/m.exec(readText(join(data, 'postgresql.auto.conf')))?.[1]),
  ]
  return found.find((port) => port !== undefined && port > 0 && port < 65_536)
}

/** Whether a directory has anything but directories. */
function hasFiles(dir: string): boolean {
  if (!existsSync(dir)) return false
  return readdirSync(dir, { withFileTypes: true, recursive: true }).some(
    (entry) => !entry.isDirectory(),
  )
}

function unrecoverable(home: ClusterHome): EngineError {
  return new EngineError(
    'unreachable',
    `${recordFile(home)} is missing or damaged, and ${join(home.data, 'PG_VERSION')} does not say which PostgreSQL the data belongs to. Nothing was changed. Restore ${home.dir} from a backup, or move it away to start over.`,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
