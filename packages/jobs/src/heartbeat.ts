import type { Pool } from 'pg'

/** How often a worker shows that it runs. */
const beatMs = 2000
/**
 * A worker without a heartbeat for this time has lost its jobs. The clock of the database measures
 * it; the worker measures its own pauses, so that a frozen one stops before it claims again.
 */
const lostAfterMs = 6000

/** The table of workers. Several servers at once wait for each other. */
export async function createWorkerTable(pool: Pool): Promise<void> {
  const [found] = (
    await pool.query<{ exists: boolean }>(
      `select to_regclass('basalt_jobs.workers') is not null as "exists"`,
    )
  ).rows
  if (found?.exists === true) return
  const client = await pool.connect()
  try {
    await client.query(
      `begin;
       select pg_advisory_xact_lock(4400004);
       create schema if not exists basalt_jobs;
       create table if not exists basalt_jobs.workers (
         id text primary key,
         process_id int not null,
         host text not null,
         started_at timestamptz not null default clock_timestamp(),
         beat_at timestamptz not null default clock_timestamp()
       );
       commit`,
    )
  } finally {
    client.release(true)
  }
}

type Options = { pool: Pool; workerId: string; host: string; onLost: () => void }

/**
 * The row of a worker in `basalt_jobs.workers`, renewed every two seconds. A process that is frozen
 * keeps its connections, so its advisory lock says nothing about it: others delete the row, and the
 * worker finds that out before it claims another job.
 */
export class Heartbeat {
  readonly #options: Options
  readonly #timer: NodeJS.Timeout
  #beatAt = Number.NEGATIVE_INFINITY
  #isInserted = false
  #isLost = false
  #renewing: Promise<void> | null = null

  constructor(options: Options) {
    this.#options = options
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), beatMs)
    this.#timer.unref()
  }

  /** Resolves to whether the jobs of this worker are still its own. */
  async isOwner(): Promise<boolean> {
    if (performance.now() - this.#beatAt > lostAfterMs / 2) await this.#renew()
    return !this.#isLost
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#isLost = true
    const { pool, workerId } = this.#options
    await pool
      .query('delete from basalt_jobs.workers where id = $1', [workerId])
      .catch(() => undefined)
  }

  async #renew(): Promise<void> {
    if (this.#isLost) return
    this.#renewing ??= this.#beat().finally(() => (this.#renewing = null))
    await this.#renewing
  }

  async #beat(): Promise<void> {
    const { pool, workerId, host, onLost } = this.#options
    const before = performance.now()
    if (this.#isInserted) {
      const { rowCount } = await pool.query(
        'update basalt_jobs.workers set beat_at = clock_timestamp() where id = $1',
        [workerId],
      )
      if (rowCount === 0) {
        this.#isLost = true
        clearInterval(this.#timer)
        onLost()
        return
      }
    } else {
      await pool.query(
        'insert into basalt_jobs.workers (id, process_id, host) values ($1, $2, $3)',
        [workerId, process.pid, host],
      )
      this.#isInserted = true
    }
    this.#beatAt = before
  }
}

/** The condition that a worker has no row, or an old one. */
export const isFrozen = (workerId: string): string => /* SQL */ `not exists (
  select from basalt_jobs.workers w
  where w.id = ${workerId}
    and w.beat_at > clock_timestamp() - interval '${lostAfterMs} milliseconds'
)`

/** Deletes rows of workers that have lost their jobs. */
export const deleteLost = /* SQL */ `
  delete from basalt_jobs.workers
  where beat_at <= clock_timestamp() - interval '${lostAfterMs} milliseconds'`
