import { type ChildProcess, spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { EngineError } from '@basalt/engine'

import { type ClusterHome, isFree, type PortBook, readRecord } from './cluster-home.ts'
import { makePrivateDirectory, own } from './copy-tree.ts'
import { type Installation, toolPath } from './installation.ts'
import { type LogMark, lastComplaint, markLog } from './log-complaint.ts'
import { LogFiles } from './log-files.ts'
import { operatingUser } from './operating-user.ts'
import { clearForeignPidFile, findPostmaster, listOrphans } from './postmaster.ts'
import { isAlive } from './process-identity.ts'
import { hostBasedAccess } from './roles.ts'
import { runTool, toolEnvironment } from './run-tool.ts'
import { ServerLog } from './server-log.ts'

/** How a cluster's server is run. */
export type ServerSetup = {
  installation: Installation
  major: number
  /** On its command line, see `fixedSettings`. */
  settings: Readonly<Record<string, string>>
  /** The directory of the Unix sockets; undefined where only loopback can be used. */
  socketDir: string | undefined
  /** Whether it listens on 127.0.0.1. */
  tcp: boolean
  ports: PortBook
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000
const readyPollMs = 10
/** How long orphaned backends may continue before they are terminated. */
const orphanTimeoutMs = 3000

/** One cluster's server process: starts, finds and stops it. `Supervisor` watches it. */
export class ClusterServer {
  readonly home: ClusterHome
  /** Receives everything that the server writes before its log collector runs. */
  readonly log: ServerLog
  readonly logFiles: LogFiles
  readonly #setup: ServerSetup
  #port: number | undefined

  constructor(home: ClusterHome, setup: ServerSetup) {
    this.home = home
    this.log = new ServerLog(home.log)
    this.logFiles = new LogFiles(home.logs)
    this.#setup = setup
  }

  /** The port it was found or started on last; it changes when another process has taken it. */
  async port(): Promise<number> {
    this.#port ??= (await readRecord(this.home)).port
    return this.#port
  }

  /** Whether a server runs on the data, started by this or an earlier process. */
  async isRunning(): Promise<boolean> {
    return (await findPostmaster(this.home.data)) !== undefined
  }

  /**
   * Adopts the running server or starts one; resolves with its process id when it accepts
   * connections. Never starts a second one.
   *
   * @throws EngineError `unreachable` with PostgreSQL's own reason.
   */
  async start(onExit: () => void): Promise<{ pid: number; adopted: boolean }> {
    this.#port = undefined
    const running = await findPostmaster(this.home.data)
    if (running) {
      await this.#untilReady(() => isAlive(running.pid))
      return { pid: running.pid, adopted: true }
    }
    return { pid: await this.#startAgain(onExit), adopted: false }
  }

  /** Committed work is on disk when this resolves. */
  async stop(): Promise<void> {
    const running = await findPostmaster(this.home.data)
    // Orphaned backends without a postmaster must not write into a directory that is being deleted.
    if (!running) return this.#endOrphans()
    if (process.platform === 'win32') {
      const stop = ['stop', '-D', this.home.data, '-m', 'fast', '-w']
      await runTool(toolPath(this.#setup.installation, 'pg_ctl'), stop)
      return
    }
    // Fast shutdown, then immediate shutdown, then SIGKILL for a server that ignores both.
    for (const [signal, timeoutMs] of [
      ['SIGINT', stopTimeoutMs],
      ['SIGQUIT', 5000],
      ['SIGKILL', 5000],
    ] as const) {
      signalIfAlive(running.pid, signal)
      if (await waitFor(() => !isAlive(running.pid), timeoutMs)) return
    }
    throw new EngineError('unreachable', `The server (process ${running.pid}) cannot be stopped.`)
  }

  /** The end of its log now, for `lastComplaint`. */
  markLog(): Promise<LogMark> {
    return markLog(this)
  }

  /** Why the server ended, from what it has logged since then. */
  lastComplaint(mark: LogMark): Promise<string | undefined> {
    return lastComplaint(this, mark)
  }

  async #startAgain(onExit: () => void): Promise<number> {
    const deadline = Date.now() + startTimeoutMs
    const started = Date.now()
    for (;;) {
      const mark = await this.markLog()
      const child = await this.#spawn()
      const failure = await this.#untilReady(
        () => child.exitCode === null && child.signalCode === null,
      )
        .then(() => undefined)
        .catch((error: Error) => error)
      if (failure === undefined) {
        if (child.exitCode === null && child.signalCode === null) child.once('exit', onExit)
        else onExit()
        return child.pid ?? 0
      }
      const complaint = (await this.lastComplaint(mark)) ?? failure.message
      const orphaned = /shared memory block|lock file/.test(complaint)
      if (!orphaned || Date.now() > deadline) throw cannotStart(complaint)
      if (Date.now() - started > orphanTimeoutMs) await this.#endOrphans()
      await delay(250)
    }
  }

  async #spawn(): Promise<ChildProcess> {
    const user = operatingUser()
    await makePrivateDirectory(this.home.logs, user)
    await clearForeignPidFile(this.home.data)
    const { socketDir, tcp, installation, settings: fixed } = this.#setup
    await this.writeAccessRules()
    const port = await this.#usablePort()
    this.#port = undefined
    // The port is reserved for this cluster and no server runs on its data, so this lock is stale.
    if (socketDir) await rm(join(socketDir, `.s.PGSQL.${port}.lock`), { force: true })
    const options = {
      port: String(port),
      listen_addresses: tcp || !socketDir ? '127.0.0.1' : '',
      unix_socket_directories: socketDir ?? '',
      unix_socket_permissions: '0700',
      log_directory: this.home.logs,
      ...fixed,
    }
    const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    return this.log.withDescriptor((log) => {
      const child = spawn(toolPath(installation, 'postgres'), ['-D', this.home.data, ...settings], {
        ...user,
        // A separate session, so that the server survives this process and Ctrl-C in its terminal.
        detached: true,
        cwd: parse(process.execPath).root,
        env: toolEnvironment,
        stdio: ['ignore', log, log],
        windowsHide: true,
      })
      // Without a process id the failure shows as an exit that was never reached.
      child.once('error', () => {})
      child.unref()
      return child
    })
  }

  /** Writes pg_hba.conf; a running server applies it when it is reloaded. */
  async writeAccessRules(): Promise<void> {
    const hba = join(this.home.data, 'pg_hba.conf')
    await writeFile(hba, hostBasedAccess(this.#setup.socketDir ? 'socket' : 'loopback'))
    await own(hba, operatingUser())
  }

  async #usablePort(): Promise<number> {
    const record = await readRecord(this.home)
    const { tcp, socketDir, ports, major } = this.#setup
    if (record.major !== major) {
      throw cannotStart(
        `its data belongs to PostgreSQL ${record.major}, the engine is PostgreSQL ${major}`,
      )
    }
    const usable = (!tcp && socketDir) || (await isFree(record.port))
    return usable ? record.port : ports.assign(this.home, record)
  }

  async #untilReady(isStarting: () => boolean): Promise<void> {
    const ready = async () => (await findPostmaster(this.home.data))?.ready === true
    const settled = await waitFor(async () => !isStarting() || (await ready()), startTimeoutMs)
    if (!settled) throw cannotStart('it was not ready in time')
    if (!isStarting()) throw cannotStart('it exited')
  }

  async #endOrphans(): Promise<void> {
    if (await findPostmaster(this.home.data)) return
    const orphans = await listOrphans(this.home.data)
    for (const pid of orphans) signalIfAlive(pid, 'SIGKILL')
    await waitFor(() => !orphans.some(isAlive), orphanTimeoutMs)
  }
}

function cannotStart(reason: string): EngineError {
  return new EngineError('unreachable', `The database server could not start: ${reason}.`)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal)
}

async function waitFor(
  isTrue: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) return false
    await delay(readyPollMs)
  }
  return true
}
