import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

import pino, { type Logger } from 'pino'

import { RotatingLog } from './rotating-log.ts'

/** A fault at start-up that the operator can fix; its message has the instruction. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Creates the data directory. Under root the databases run as another user, who must be able to
 * traverse it, and nothing else.
 */
export function prepareDataDirectory(path: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    const created = mkdirSync(path, { recursive: true, mode })
    // An existing directory keeps its mode.
    if (created !== undefined) chmodSync(path, mode)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartError(
      `The data directory ${path} is not writable. Choose another one with BASALT_DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * The default data directory when the usual place is closed to the databases' user, as /root is: a
 * separate one for each checkout.
 */
export function sharedDataDirectory(defaults: string): string {
  const digest = createHash('sha256').update(defaults).digest('hex').slice(0, 8)
  return join('/var/lib/basalt', `${basename(dirname(defaults))}-${digest}`)
}

const megabyte = 1024 * 1024
/** Room for the system cluster, a project's cluster and their logs. */
const neededMegabytes = 256

/**
 * Checks the free space. An install with data starts with little, so that users can delete data.
 *
 * @returns a warning, or null when there is enough.
 * @throws StartError when a new install has too little.
 */
export function requireDataSpace(dataDir: string, needed = neededMegabytes): string | null {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  if (free >= needed) return null
  if (!holdsData(dataDir)) {
    throw new StartError(
      `Not enough disk space for the databases: ${free} MB are free on the disk of ${dataDir}, and ${needed} MB are needed.\nFree some space, then run the same command again.`,
    )
  }
  return `Only ${free} MB are free on the disk of ${dataDir}; databases stop accepting changes when it is full. Delete projects or tables that are not needed, the old logs ${join(dataDir, 'logs', 'server.log.*')} and ${join(dataDir, 'clusters', '*', 'log', '*')}, or other files on this disk.`
}

/** Whether a data directory has clusters, or anything that may be one. */
export function holdsData(dataDir: string): boolean {
  return existsSync(join(dataDir, systemName)) || clusterNames(dataDir).length > 0
}

/** The directory of the cluster with Basalt's own tables. */
export const systemName = 'system'

/**
 * Refuses to create an empty system database next to the projects of another one, because their
 * accounts and owners would be lost.
 *
 * @throws StartError when the system cluster is missing and there are clusters of projects.
 */
export function requireSystemCluster(dataDir: string): void {
  const projects = clusterNames(dataDir).filter((name) => !name.includes('.'))
  if (projects.length === 0 || existsSync(join(dataDir, systemName))) return
  throw new StartError(
    `The system database ${join(dataDir, systemName)} is missing, and ${join(dataDir, 'clusters')} holds ${projects.length === 1 ? 'a database' : `${projects.length} databases`} of projects that only it describes. Restore it from a backup, set BASALT_SYSTEM_DATABASE_URL to its location, or move ${join(dataDir, 'clusters')} away to start over. Nothing was changed.`,
  )
}

/**
 * For programs that work next to a server.
 *
 * @throws StartError when the data directory has no system cluster.
 */
export function requireInstall(dataDir: string): void {
  if (existsSync(join(dataDir, systemName))) return
  throw new StartError(
    `There is no install in ${dataDir}. Name its data directory with BASALT_DATA_DIR, or start a server with \`npm start\` first.`,
  )
}

function clusterNames(dataDir: string): string[] {
  const folder = join(dataDir, 'clusters')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The server's log, one JSON object a line. A failing log does not stop the server. */
export function openLog(dataDir: string): Logger {
  return pino({ level: 'info' }, new RotatingLog(join(dataDir, 'logs', 'server.log')))
}
