import { Pool, type PoolConfig } from 'pg'

import { isDoneWithin } from './is-done-within.ts'
import type { Log } from './log.ts'
import { atTimes, type Schedule } from './schedule.ts'
import { addNextTick, removeFailed } from './ticks.ts'
import { releaseAbandoned } from './worker-lock.ts'
import type { Worker } from './worker.ts'

/** Work that is done once, some time after it was added. */
export type Task = {
  /** Names the task in the database; never changed once it was released. */
  name: string
  /** A job may end half way and is then run again: it has to be repeatable. */
  run: (payload: unknown) => Promise<void>
}

export type Jobs = {
  /** Runs due jobs in the background; failures to do so are logged and repeated. */
  run(work: { schedules: readonly Schedule[]; tasks?: readonly Task[] }): void
  /** Waits a bounded time for running jobs; those that continue are released. */
  close(): Promise<void>
}

type Options = {
  connection: PoolConfig
  log: Log
  /** How long running jobs may take when the server stops. */
  stopMs: number
  /** New jobs trigger a notification; polling finds those that become due, or that are retried. */
  pollMs?: number
}

/** Two for jobs, one that listens, and one for the lock. */
const maxConnections = 4
const defaultPollMs = 5000
const restartMs = 5000
/** How long to wait for the end of what was stopped. */
const lastMs = 3000

/**
 * Durable jobs in the schema `graphile_worker` of a database. Each job and each time of a schedule
 * is claimed by one of the servers that share the database, retried with growing pauses when it
 * fails, and taken over by another server when its own was killed. Nothing connects before `run`.
 */
export function openJobs(options: Options): Jobs {
  let running: RunningJobs | null = null
  return {
    run({ schedules, tasks = [] }) {
      running = new RunningJobs(options, schedules, tasks)
    },
    async close() {
      await running?.close()
    },
  }
}

class RunningJobs {
  readonly #options: Options
  readonly #schedules: readonly Schedule[]
  readonly #tasks: readonly Task[]
  readonly #pool: Pool
  readonly #stops: (() => Promise<void>)[] = []
  readonly #working: Promise<void>
  #worker: Worker | null = null
  #isClosed = false
  #wake = () => undefined as void

  constructor(options: Options, schedules: readonly Schedule[], tasks: readonly Task[]) {
    this.#options = options
    this.#schedules = schedules
    this.#tasks = tasks
    this.#pool = openPool(options.connection)
    this.#working = this.#work()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake()
    const { stopMs } = this.#options
    const stopped = Promise.all(this.#stops.map((stop) => stop()))
      .then(() => this.#worker?.stop(stopMs))
      .then(() => this.#working)
    await isDoneWithin(stopMs + lastMs, stopped)
    await isDoneWithin(lastMs, this.#pool.end())
  }

  /** Works until it is closed, and starts again after the database was unavailable. */
  async #work(): Promise<void> {
    while (!this.#isClosed) {
      try {
        // Workers run one after the other.
        // oxlint-disable-next-line no-await-in-loop
        await this.#workOnce()
      } catch (error) {
        if (this.#isClosed) return
        this.#options.log.error({ err: error }, 'The job queue stopped and is started again')
      }
      // oxlint-disable-next-line no-await-in-loop
      if (!this.#isClosed) await this.#pause()
    }
  }

  async #workOnce(): Promise<void> {
    const { log, pollMs = defaultPollMs } = this.#options
    const { migrateQueue, startWorker } = await import('./worker.ts')
    await migrateQueue(this.#pool, log)
    await releaseAbandoned(this.#pool)
    for (const schedule of this.#schedules) await addNextTick(this.#pool, schedule)
    if (this.#isClosed) return
    if (this.#stops.length === 0) this.#stops.push(...this.#timers())
    const worker = startWorker({ pool: this.#pool, tasks: this.#taskList(), log, pollMs })
    this.#worker = worker
    try {
      await worker.ended
    } finally {
      this.#worker = null
    }
  }

  /** A due tick is checked at its time; a lost one is followed by the next. */
  #timers() {
    const { log } = this.#options
    const onError = (error: unknown) => log.warn({ err: error }, 'The job queue was not reached')
    const ticks = this.#schedules.map((schedule) =>
      atTimes(
        schedule.pattern,
        async () => {
          this.#worker?.nudge()
          await addNextTick(this.#pool, schedule)
        },
        onError,
      ),
    )
    const upkeep = async () => {
      if (await releaseAbandoned(this.#pool)) this.#worker?.nudge()
      await removeFailed(this.#pool)
    }
    return [...ticks, atTimes('30 * * * * *', upkeep, onError)]
  }

  #taskList() {
    const ticks = this.#schedules.map((schedule) => ({
      name: schedule.name,
      run: async () => {
        await addNextTick(this.#pool, schedule)
        await schedule.run()
      },
    }))
    return Object.fromEntries(
      [...this.#tasks, ...ticks].map(({ name, run }) => [name, this.#logged(name, run)]),
    )
  }

  #logged(name: string, run: Task['run']) {
    return async (payload: unknown) => {
      try {
        await run(payload)
      } catch (error) {
        this.#options.log.error({ err: error, job: name }, 'A job failed')
        throw error
      }
    }
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, restartMs).unref()
    })
  }
}

function openPool(connection: PoolConfig): Pool {
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
    keepAlive: true,
  })
  // A connection that breaks is replaced by the next query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
