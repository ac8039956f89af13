import type { Pool } from 'pg'

/** Later times are found by a later look. */
const longestMs = 600_000
/** The clock of the database decides whether a job is due. */
const slackMs = 10

type Options = { pool: Pool; tasks: readonly string[]; onDue: () => void }

/**
 * Calls `onDue` when a job of the tasks becomes due, in whichever process it was added: the process
 * that added it may have ended, and polling would find the job some seconds after its time.
 */
export class DueTimer {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #dueAt = Infinity
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Looks for jobs that are due, and for the next time at which one will be. */
  async look(): Promise<void> {
    const { pool, tasks, onDue } = this.#options
    const { rows } = await pool.query<{ isDue: boolean | null; waitMs: number | null }>(
      `select bool_or(run_at <= clock_timestamp()) as "isDue",
         extract(epoch from min(run_at) filter (where run_at > clock_timestamp())
           - clock_timestamp())::float8 * 1000 as "waitMs"
       from graphile_worker.jobs
       where locked_at is null and attempts < max_attempts and task_identifier = any ($1)`,
      [tasks],
    )
    const [found] = rows
    if (found?.isDue === true) onDue()
    if (typeof found?.waitMs === 'number') this.expect(Date.now() + found.waitMs)
  }

  /** For a job that this process adds: the time of the system's clock at which it is due. */
  expect(dueAt: number): void {
    const delay = Math.max(dueAt - Date.now(), 0)
    if (this.#isClosed || dueAt >= this.#dueAt || delay > longestMs) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => {
      this.#dueAt = Infinity
      this.#options.onDue()
      // The next one; a failure is made up for by the next look.
      this.look().catch(() => undefined)
    }, delay + slackMs).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
