import {
  type DatabaseSession,
  EngineError,
  type ProjectDatabase,
  type ProjectEngine,
} from '@basalt/engine'
import { OutboundError, type OutboundNetwork } from '@basalt/identity'

import type { LogService } from '../../logs/service.ts'
import type { Log } from '../../process/log.ts'
import type { KeyServices } from '../../vault/vault-keys.ts'
import { mayReadSecrets, openVaultSession } from '../../vault/vault-session.ts'
import { claimWaiting } from './claim.ts'
import { beginRun, endRun, keepRuns, type Outcome, retryRun, type TakenRun } from './ledger.ts'
import { HttpFailure, sendRequest } from './run-http.ts'
import { RunError, runSql } from './run-sql.ts'

type Services = KeyServices & {
  engine: ProjectEngine
  backgroundEngine: ProjectEngine
  outside: OutboundNetwork
  logs: LogService
  log: Log
  resolveSecrets: (ref: string, text: string) => Promise<string>
}

type Held = { ref: string; run: TakenRun; signal: AbortSignal; stop: AbortController }

/** How often a worker shows that it is alive; see `lostAfterMs`. */
const keepMs = 2000
const mostDelayMs = 300_000

/**
 * Runs jobs in this process beyond the end of the tick that took them, so that a long run holds up
 * nothing. The ledger in the project's database decides whose each run is.
 */
export class CronRunner {
  readonly #services: Services
  /** By token. */
  readonly #held = new Map<string, Held>()
  readonly #advancing = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(services: Services) {
    this.#services = services
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
      const outcome = await this.#attempt(held, db)
      if (outcome === null) return
      if (await this.#store(db, run, outcome)) this.#record(held, outcome, Date.now() - started)
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

  /** Null where the run is another worker's by now. */
  async #attempt({ ref, run, stop }: Held, db: ProjectDatabase): Promise<Ended | null> {
    const timeout = AbortSignal.timeout(run.timeoutMs)
    const signal = AbortSignal.any([stop.signal, timeout])
    const begin = (pid: number | null) => beginRun(db, run, pid)
    try {
      if (run.kind === 'http') {
        if (!(await begin(null))) return null
        const { outside, resolveSecrets } = this.#services
        const resolve = async (text: string) => {
          if (text.includes('{{') && !(await mayReadSecrets(db, run.username))) {
            throw new RunError(`The role ${run.username} may not read the secrets of the vault.`)
          }
          return resolveSecrets(ref, text)
        }
        const message = await sendRequest(run, { outside, resolve, signal })
        return { status: 'succeeded', message, isMarked: false }
      }
      const own = await this.#services.engine.openAs(ref, run.username, run.database)
      const hasLedger = await isSameDatabase(db, run.database)
      const openVault = (session: DatabaseSession) =>
        openVaultSession(this.#services, { ref, role: run.username, session })
      const end = await runSql(own, run, { signal, hasLedger, begin, openVault })
      if (end.kind === 'taken') return null
      return { status: 'succeeded', message: end.message, isMarked: end.isMarked }
    } catch (error) {
      if (stop.signal.aborted) return null
      const message = timeout.aborted
        ? `It took longer than its timeout of ${run.timeoutMs / 1000} s`
        : describeFailure(error)
      if (message === null) throw error
      return { status: 'failed', message, isMarked: false }
    }
  }

  async #store(db: ProjectDatabase, run: TakenRun, outcome: Ended): Promise<boolean> {
    if (outcome.isMarked) return true
    if (outcome.status === 'failed' && run.attempt <= run.retries) {
      const delayMs = Math.min(1000 * 2 ** run.attempt, mostDelayMs)
      return retryRun(db, run, { message: outcome.message, delayMs })
    }
    return endRun(db, run, outcome)
  }

  #record({ ref, run }: Held, { status, message }: Outcome, durationMs: number): void {
    const title = run.name ?? `job ${run.jobid}`
    this.#services.logs.record({
      ref,
      source: 'cron_logs',
      at: Date.now(),
      level: status === 'failed' ? 'error' : 'info',
      message: `${title} ${status}: ${message}`,
      durationMs,
      metadata: {
        job: { id: Number(run.jobid), name: run.name, schedule: run.schedule },
        run: {
          status,
          duration_ms: durationMs,
          command: run.command,
          error: status === 'failed' ? message : null,
        },
      },
    })
  }

  /** Starts runs that waited for this one. */
  #advance(ref: string, signal: AbortSignal): Promise<void> {
    const known = this.#advancing.get(ref)
    if (known !== undefined) return known
    const { log } = this.#services
    const advancing = (async () => {
      try {
        const db = await this.#services.backgroundEngine.open(ref, 'owner')
        const [waits] = await db.query(
          `select from cron.job_run_details where status = 'waiting' limit 1`,
        )
        if (waits !== undefined) this.start(ref, await claimWaiting(db), signal)
      } catch (error) {
        log.warn({ err: error, ref }, 'Waiting runs of cron were not started')
      } finally {
        this.#advancing.delete(ref)
      }
    })()
    this.#advancing.set(ref, advancing)
    return advancing
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

type Ended = Outcome & { isMarked: boolean }

async function isSameDatabase(db: ProjectDatabase, database: string): Promise<boolean> {
  const [found] = await db.query<{ name: string }>('select current_database()::text as name', [], {
    name: 'cron-database',
  })
  return found?.name === database
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
