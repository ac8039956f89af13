import { existsSync, realpathSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { isAlive, startTime } from './process-identity.ts'

/** The content of `postmaster.pid` of a running postmaster (manual, "Database File Layout"). */
export type Postmaster = { pid: number; port: number; ready: boolean }

const readyStatuses = new Set(['ready', 'standby'])
/** The start time in the file and the system's differ by the duration of the start. */
const startToleranceMs = 5000
const killTimeoutMs = 10_000
const killPollMs = 20

/**
 * The postmaster that works on this data directory now, or undefined. The number in the file is
 * believed only when that process really is this cluster's: numbers are used again.
 */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => '')
  const [pidLine, , startLine, portLine, , , , status] = text.split('\n')
  const pid = Number(pidLine)
  if (!(pid > 1) || !isAlive(pid)) return undefined
  if (!(await worksOn(pid, { data, startedAt: Number(startLine) * 1000 }))) return undefined
  return { pid, port: Number(portLine), ready: readyStatuses.has(status?.trim() ?? '') }
}

/**
 * Removes a `postmaster.pid` that names another running process, because PostgreSQL would refuse to
 * start. One of an ended process is left to PostgreSQL, which also checks for orphaned backends.
 */
export async function clearForeignPidFile(data: string): Promise<void> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (pid > 1 && isAlive(pid) && !(await findPostmaster(data))) await rm(pidFile(data))
}

/**
 * Processes that run in the data directory without a postmaster: backends that have not yet noticed
 * its end. Empty where the system does not report it (only Linux does).
 */
export async function listOrphans(data: string): Promise<number[]> {
  if (process.platform !== 'linux' || !existsSync(data)) return []
  const directory = realpathSync(data)
  const names = await readdir('/proc')
  const pids = names.map(Number).filter((pid) => pid > 1)
  const found = await Promise.all(
    pids.map(async (pid) => (await workingDirectory(pid)) === directory),
  )
  return pids.filter((_, index) => found[index])
}

/** Ends all processes on a data directory that is to be deleted. */
export async function killServer(data: string): Promise<void> {
  const deadline = Date.now() + killTimeoutMs
  for (;;) {
    const postmaster = await findPostmaster(data)
    const pids = postmaster === undefined ? await listOrphans(data) : [postmaster.pid]
    if (pids.length === 0) return
    // Without its postmaster a backend ends by itself, but later.
    for (const pid of pids) signalIfAlive(pid, 'SIGKILL')
    if (Date.now() > deadline) throw new Error(`The server on ${data} cannot be stopped`)
    await delay(killPollMs)
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function worksOn(
  pid: number,
  cluster: { data: string; startedAt: number },
): Promise<boolean> {
  // A postmaster changes into its data directory and stays there.
  if (process.platform === 'linux') {
    return (await workingDirectory(pid)) === realpathSync(cluster.data)
  }
  if (process.platform === 'win32') return true
  const started = await startTime(pid)
  return started !== undefined && Math.abs(started - cluster.startedAt) < startToleranceMs
}

async function workingDirectory(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid')
}
