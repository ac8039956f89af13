import {
  type DatabaseSession,
  EngineError,
  type ProjectDatabase,
  type ProjectEngine,
} from '@basalt/engine'
import { OutboundError, type OutboundNetwork } from '@basalt/identity'
import type { Jobs } from '@basalt/jobs'

import type { LogService } from '../../logs/service.ts'
import type { Log } from '../../process/log.ts'
import { findProjectId } from '../../vault/project-id.ts'
import type { VaultKey } from '../../vault/secret-format.ts'
import { type KeyServices, listVaultKeys } from '../../vault/vault-keys.ts'
import { isMarked } from '../../vault/vault-mark.ts'
import { mayReadSecrets, openVaultSession } from '../../vault/vault-session.ts'
import { claimWaiting, keepAtWork } from './claim.ts'
import type { CommandModes } from './command-mode.ts'
import { addFailureMail } from './failure-mail.ts'
import { JobDatabases } from './job-databases.ts'
import { endRun, interruptRun, keepRuns, type Outcome, retryRun, type TakenRun } from './ledger.ts'
import { HttpFailure, sendRequest } from './run-http.ts'
import { recordEnd } from './run-log.ts'
import { RunError, runSql } from './run-sql.ts'
import { RunStarts } from './run-starts.ts'

type Services = KeyServices & {
  engine: ProjectEngine
  backgroundEngine: ProjectEngine
  outside: OutboundNetwork
  logs: LogService
  log: Log
  jobs: Jobs
  modes: CommandModes
  resolveSecrets: (ref: string, text: string) => Promise<string>
}

type Held = { ref: string; run: TakenRun; signal: AbortSignal; stop: AbortController }

/** How often a worker shows that it is alive; see `lostAfterMs`. */
const keepMs = 2000
const mostDelayMs = 300_000
/** A run in a short place that takes longer needs a long one. */
const shortMs = 200

/**
 * Runs jobs in this process beyond the end of the tick that took them, so that a long run holds up
 * nothing. The ledger in the project's database decides whose each run is.
 */
export class CronRunner {
  readonly #services: Services
  /** By token. */
  readonly #held = new Map<string, Held>()
  readonly #databases: JobDatabases
  readonly #starts = new RunStarts()
  readonly #advancing = new Set<string>()
  /** Projects of which another run has ended since the present claim. */
  readonly #again = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(services: Services) {
    this.#services = services
    this.#databases = new JobDatabases(services.engine)
  }

  /** An abort of the signal ends the runs; another worker takes them over. */
  start(ref: string, runs: readonly TakenRun[], signal: AbortSignal): void {
    if (runs.length === 0) return
    const started = runs.map((run) => {
      const held = { ref, run, signal, stop: new AbortController() }
      this.#held.set(run.token, held)
      return held
    })
    const stop = () => started.forEach((held) => held.stop.abort())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    // The signals of ticks would pile up with their listeners.
    void Promise.all(started.map((held) => this.#run(held))).finally(() =>
      signal.removeEventListener('abort', stop),
    )
    this.#timer ??= setInterval(() => void this.#keepAll(), keepMs).unref()
  }

  async #run(held: Held): Promise<void> {
    const { ref, run, signal } = held
    const started = Date.now()
    try {
      const db = await this.#services.backgroundEngine.open(ref, 'owner')
      const end = await this.#attempt(held, db)
      if (end === 'taken') return
      if (end === 'interrupted') await interruptRun(db, run)
      else if (await this.#store(db, run, end)) {
        const durationMs = Date.now() - started
        recordEnd(this.#services.logs, { ref, run, outcome: end, durationMs })
        const { jobs } = this.#services
        if (end.status === 'failed' && run.alerts) await addFailureMail(jobs, ref)
      }
    } catch (error) {
      // The ledger was not reached: the run is taken over when it is again.
      this.#services.log.warn({ err: error, ref, job: run.jobid }, 'A run of cron was interrupted')
    } finally {
      this.#held.delete(run.token)
      if (this.#held.size === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
      if (!signal.aborted) void this.#advance(ref, signal)
    }
  }

  async #attempt({ ref, run, stop }: Held, db: ProjectDatabase): Promise<End> {
    const timeout = AbortSignal.timeout(run.timeoutMs)
    const interrupt = new AbortController()
    const signal = AbortSignal.any([stop.signal, timeout, interrupt.signal])
    try {
      const attempt = { ref, run, db, signal, interrupt }
      return run.kind === 'http' ? await this.#request(attempt) : await this.#statements(attempt)
    } catch (error) {
      if (stop.signal.aborted) return 'taken'
      if (interrupt.signal.aborted && !timeout.aborted) return 'interrupted'
      const message = timeout.aborted
        ? `It took longer than its timeout of ${run.timeoutMs / 1000} s`
        : describeFailure(error)
      if (message === null) throw error
      return { status: 'failed', message, isMarked: false }
    }
  }

  async #request({ ref, run, db, signal }: Attempt): Promise<End> {
    if (!(await this.#starts.begin(ref, db, { run, pid: null }))) return 'taken'
    const { outside, resolveSecrets, store } = this.#services
    const resolve = async (text: string) => {
      if (!text.includes('{{')) return text
      if (!(await mayReadSecrets(db, run.username))) {
        throw new RunError(`The role ${run.username} may not read the secrets of the vault.`)
      }
      const keys = await listVaultKeys(this.#services, await findProjectId(store, ref))
      if (!isTrusted(run, keys)) throw new RunError(untrusted)
      return resolveSecrets(ref, text)
    }
    const message = await sendRequest(run, { outside, resolve, signal })
    return { status: 'succeeded', message, isMarked: false }
  }

  async #statements({ ref, run, db, signal, interrupt }: Attempt): Promise<End> {
    const own = await this.#databases.open(ref, run)
    let timer: NodeJS.Timeout | undefined
    const begin = async (pid: number | null) => {
      const isOwn = await this.#starts.begin(ref, db, { run, pid })
      const limit = () => void this.#limit(db, run, interrupt)
      if (isOwn && run.lane === 'short') timer = setTimeout(limit, shortMs)
      return isOwn
    }
    const openVault = (session: DatabaseSession) =>
      openVaultSession(this.#services, {
        ref,
        role: run.username,
        session,
        isTrusted: (keys) => isTrusted(run, keys),
      })
    try {
      const end = await runSql(own, run, { signal, begin, openVault })
      if (end.kind === 'taken') return 'taken'
      return { status: 'succeeded', message: end.message, isMarked: end.isMarked }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Interrupts a run that has been in a short place for too long, unless a long one is free. */
  async #limit(db: ProjectDatabase, run: TakenRun, interrupt: AbortController): Promise<void> {
    if (!(await keepAtWork(db, run).catch(() => false))) interrupt.abort()
  }

  async #store(db: ProjectDatabase, run: TakenRun, outcome: Ended): Promise<boolean> {
    if (outcome.isMarked) return true
    if (outcome.status === 'failed' && run.attempt <= run.retries) {
      const delayMs = Math.min(1000 * 2 ** run.attempt, mostDelayMs)
      return retryRun(db, run, { message: outcome.message, delayMs })
    }
    return endRun(db, run, outcome)
  }

  /** Starts runs that waited for this one. */
  async #advance(ref: string, signal: AbortSignal): Promise<void> {
    this.#again.add(ref)
    if (this.#advancing.has(ref)) return
    this.#advancing.add(ref)
    try {
      const db = await this.#services.backgroundEngine.open(ref, 'owner')
      while (this.#again.delete(ref)) {
        // oxlint-disable-next-line no-await-in-loop -- one claim after the other
        if (await hasWaiting(db))
          this.start(ref, await claimWaiting(db, this.#services.modes), signal)
      }
    } catch (error) {
      this.#again.delete(ref)
      this.#services.log.warn({ err: error, ref }, 'Waiting runs of cron were not started')
    } finally {
      this.#advancing.delete(ref)
    }
  }

  async #keepAll(): Promise<void> {
    const refs = new Set([...this.#held.values()].map(({ ref }) => ref))
    await Promise.all([...refs].map((ref) => this.#keep(ref)))
  }

  async #keep(ref: string): Promise<void> {
    const held = [...this.#held.values()].filter((one) => one.ref === ref)
    try {
      const db = await this.#services.backgroundEngine.open(ref, 'owner')
      const own = await keepRuns(
        db,
        held.map(({ run }) => run),
      )
      for (const { run, stop } of held) if (!own.has(run.token)) stop.abort()
    } catch (error) {
      this.#services.log.warn({ err: error, ref }, 'The runs of cron could not be kept')
    }
  }
}

const untrusted =
  'This job may not read the vault: a member who may reveal secrets has to save it once.'

/**
 * Everybody who may write SQL may write jobs of any role. Those that read secrets have to be
 * written by somebody who may reveal them.
 */
const isTrusted = (run: TakenRun, keys: readonly VaultKey[]): boolean => {
  const { jobid, username, database, kind, command, requestText, vaultMark } = run
  return isMarked([jobid, username, database, kind, command, requestText], vaultMark, keys)
}

type Ended = Outcome & { isMarked: boolean }
/** `taken`: the run is another worker's by now. */
type End = Ended | 'taken' | 'interrupted'

type Attempt = {
  ref: string
  run: TakenRun
  /** Has the ledger. */
  db: ProjectDatabase
  signal: AbortSignal
  interrupt: AbortController
}

async function hasWaiting(db: ProjectDatabase): Promise<boolean> {
  const rows = await db.query(`select from cron.job_run_details where status = 'waiting' limit 1`)
  return rows.length > 0
}

/** Null for a failure that is not the job's. */
function describeFailure(error: unknown): string | null {
  if (error instanceof RunError || error instanceof HttpFailure || error instanceof OutboundError) {
    return error.message
  }
  if (!(error instanceof EngineError)) return error instanceof Error ? error.message : null
  if (error.kind !== 'statement') return error.message
  const detail = error.sql?.detail
  return detail === undefined
    ? `ERROR: ${error.message}`
    : `ERROR: ${error.message}\nDETAIL: ${detail}`
}
