import { Pool, type PoolConfig } from 'pg'

import { type Claim, toClaim } from './claim.ts'
import { DueTimer } from './due-timer.ts'
import { isDoneWithin } from './is-done-within.ts'
import type { Log } from './log.ts'
import { limitLongJobs, longFlag } from './long-jobs.ts'
import { atTimes, type Schedule } from './schedule.ts'
import { addNextTick, removeFailed } from './ticks.ts'
import { releaseAbandoned, renewClaims } from './worker-lock.ts'
import type { Worker } from './worker.ts'

/** Work that is done once, some time after it was added. */
export type Task = {
  /** Names the task in the database; never changed once it was released. */
  name: string
  /**
   * A job may end half way and is then run again: it has to be repeatable. The signal is aborted
   * when the server stops, and when another worker has taken over the job.
   */
  run: (payload: unknown, signal: AbortSignal, claim: Claim) => Promise<void>
  /** Whether a job may run for hours: a server runs few of them, so that others find room. */
  isLong?: boolean
}

/** Work for a task that was passed to `run`. */
export type NewJob = {
  task: string
  payload: object
  /** A job of this key that is not done yet is not added again. */
  key: string
  /** Jobs of one queue run one after another. */
  queue: string
  /** Not before this time of the server; at once by default. */
  runAt?: Date
}

export type Jobs = {
  /** Runs due jobs in the background; failures to do so are logged and repeated. */
  run(work: { schedules: readonly Schedule[]; tasks?: readonly Task[] }): void
  /** Adds a job, which one of the servers runs soon. */
  add(job: NewJob): Promise<void>
  /** Aborts the signal of running jobs and waits a bounded time; those that continue are released. */
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

/** Two to claim and complete jobs, and one each for listening, the lock and the heartbeat. */
const maxConnections = 5
const defaultPollMs = 5000
/** Jobs that one server runs at once, and those of them that are long. */
const concurrency = 6
const maxLong = 4
/** Each end of a server takes one. */
const maxAttempts = 1000
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
    async add(job) {
      await running?.add(job)
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
  readonly #longTasks: ReadonlySet<string>
  readonly #pool: Pool
  readonly #due: DueTimer
  readonly #stops: (() => Promise<void>)[] = []
  readonly #working: Promise<void>
  #worker: Worker | null = null
  #isClosed = false
  readonly #closing = new AbortController()
  /** Aborted when others took over the jobs of the present worker. */
  #lost: AbortSignal = AbortSignal.abort()
  #wake = () => undefined as void

  constructor(options: Options, schedules: readonly Schedule[], tasks: readonly Task[]) {
    this.#options = options
    this.#schedules = schedules
    this.#tasks = tasks
    this.#longTasks = new Set(tasks.flatMap(({ name, isLong = false }) => (isLong ? [name] : [])))
    this.#pool = openPool(options.connection)
    this.#due = new DueTimer({
      pool: this.#pool,
      tasks: [...tasks, ...schedules].map(({ name }) => name),
      onDue: () => this.#worker?.nudge(),
    })
    this.#working = this.#work()
  }

  async add({ task, payload, key, queue, runAt }: NewJob): Promise<void> {
    await this.#pool.query(
      `select graphile_worker.add_job(
        identifier => $1, payload => $2::json, queue_name => $3, max_attempts => $4,
        job_key => $5, job_key_mode => 'unsafe_dedupe', flags => $6::text[],
        run_at => coalesce($7::timestamptz, now()))`,
      [
        task,
        JSON.stringify(payload),
        queue,
        maxAttempts,
        key,
        this.#longTasks.has(task) ? [longFlag] : null,
        runAt?.toISOString() ?? null,
      ],
    )
    if (runAt !== undefined) this.#due.expect(runAt.getTime())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#closing.abort()
    this.#due.close()
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
    const lost = new AbortController()
    this.#lost = lost.signal
    const worker = startWorker({
      pool: this.#pool,
      onLost: () => {
        lost.abort()
        log.warn({}, 'This process did not run for some time, and others took over its jobs')
      },
      tasks: this.#taskList(),
      log,
      pollMs,
      concurrency,
      longJobs: limitLongJobs(maxLong, this.#longTasks),
    })
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
      await renewClaims(this.#pool)
      await removeFailed(this.#pool)
    }
    const release = async () => {
      await releaseAbandoned(this.#pool)
      await this.#due.look()
    }
    return [
      ...ticks,
      atTimes('30 * * * * *', upkeep, onError),
      atTimes('*/2 * * * * *', release, onError),
    ]
  }

  #taskList() {
    const ticks: Task[] = this.#schedules.map((schedule) => ({
      name: schedule.name,
      run: async () => {
        await addNextTick(this.#pool, schedule)
        await schedule.run()
      },
    }))
    return Object.fromEntries(
      [...this.#tasks, ...ticks].map((task) => [task.name, this.#logged(task)]),
    )
  }

  #logged({ name, run }: Task) {
    return async (payload: unknown, { job }: { job: Parameters<typeof toClaim>[0] }) => {
      const worker = this.#worker
      const signal = AbortSignal.any([this.#closing.signal, this.#lost])
      try {
        await run(payload, signal, toClaim(job))
        // The completion would remove the job that another worker runs by now.
        if (worker !== null && !(await worker.isOwner())) {
          throw new Error('Another worker took over this job')
        }
      } catch (error) {
        if (!signal.aborted) this.#options.log.error({ err: error, job: name }, 'A job failed')
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
