import type { Pool, PoolClient } from 'pg'

import { deleteLost, isFrozen } from './heartbeat.ts'

/** Any number, as long as all servers use the same. */
const lockClass = 4_400_003
const retryMs = 1000

/**
 * An advisory lock that shows that a worker is alive: it ends with its connection, so also when the
 * process is killed. `held` is pending while the lock is not held; the worker claims nothing during
 * that time, because others may take its jobs for abandoned.
 */
export class WorkerLock {
  readonly #pool: Pool
  readonly #workerId: string
  #held: Promise<void>
  #client: PoolClient | null = null
  #isReleased = false

  constructor(pool: Pool, workerId: string) {
    this.#pool = pool
    this.#workerId = workerId
    this.#held = this.#take()
  }

  get held(): Promise<void> {
    return this.#held
  }

  release(): void {
    this.#isReleased = true
    this.#client?.release(true)
    this.#client = null
  }

  async #take(): Promise<void> {
    while (!this.#isReleased) {
      try {
        // Tries one after the other, until the database answers.
        // oxlint-disable-next-line no-await-in-loop
        await this.#try()
        return
      } catch {
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }

  async #try(): Promise<void> {
    const client = await this.#pool.connect()
    let isLost = false
    client.once('end', () => {
      isLost = true
      if (this.#client === client) this.#takeAgain()
    })
    try {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, this.#workerId])
      if (isLost || this.#isReleased) throw new Error('The connection is not needed any more')
      this.#client = client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  #takeAgain(): void {
    this.#client?.release(true)
    this.#client = null
    this.#held = this.#take()
  }
}

/** Whether the worker `locked_by` holds its lock; $1 is the class of the locks. */
const isAlive = /* SQL */ `exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid = $1
    and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
    and database = (select oid from pg_database where datname = current_database())
)`

/** Renews the claims of workers that are alive: graphile-worker drops those older than 4 hours. */
export async function renewClaims(pool: Pool): Promise<void> {
  const isOld = `locked_at < now() - interval '30 minutes' and ${isAlive}`
  await pool.query(
    `with queues as (
      update graphile_worker._private_job_queues set locked_at = now() where ${isOld}
    )
    update graphile_worker._private_jobs set locked_at = now() where ${isOld}`,
    [lockClass],
  )
}

/**
 * Releases jobs of workers that have ended, or that have had no heartbeat for too long. Their rows
 * are deleted first: a worker whose row was renewed in time keeps its jobs.
 *
 * @returns whether there was any.
 */
export async function releaseAbandoned(pool: Pool): Promise<boolean> {
  await pool.query(deleteLost)
  const { rows } = await pool.query<{ ids: string[] | null }>(
    `with abandoned as (
      select array_agg(locked_by) as ids
      from (
        select locked_by from graphile_worker.jobs where locked_by is not null
        union select locked_by from graphile_worker._private_job_queues where locked_by is not null
      ) claims
      where not ${isAlive} or ${isFrozen('locked_by')}
    )
    select ids, graphile_worker.force_unlock_workers(ids) from abandoned where ids is not null`,
    [lockClass],
  )
  return rows.length > 0
}
