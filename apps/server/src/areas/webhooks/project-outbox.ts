import { randomUUID } from 'node:crypto'

import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'

import { type DeliveryServices } from './deliver-event.ts'
import { HookDeliveries } from './hook-deliveries.ts'
import type { Hook } from './hook-store.ts'
import { NetRequests } from './net-requests.ts'
import { tidyOutbox } from './outbox-store.ts'

/** Advisory locks of a project's database; the first is also in the extensions' SQL. */
const lockClass = 1_114_731_604
const writersLock = 1
const deliveryLock = 2

/** Rows are looked for this often while there are any, and for a while after the last one. */
const busyMs = 8
const lingerMs = 200
/** A transaction that has written events may stay open: rows are looked for less often then. */
const longestBusyMs = 100
/** A waiting session shows that it lives; one that does not is ended by PostgreSQL. */
const signMs = 3000
const sessionTimeout = '12s'
const tidyMs = 60_000

type Options = {
  ref: string
  db: ProjectDatabase
  services: DeliveryServices
  onFailing: (hook: Hook, error: string) => Promise<void>
}

/**
 * Delivers the webhooks and requests of one project's database, in one process at a time: that
 * which has an advisory lock. PostgreSQL ends the session of a process that was stopped, and its
 * token then finishes nothing any more.
 */
export class ProjectOutbox {
  readonly #options: Options
  #isClosed = false
  #isWoken = false
  #wake = () => undefined as void

  constructor(options: Options) {
    this.#options = options
  }

  close(): void {
    this.#isClosed = true
    this.#progress()
  }

  /** Delivers until it is closed, or the connection ends. */
  async run(): Promise<void> {
    const session = await this.#options.db.session()
    try {
      await session.query(`set idle_session_timeout = '${sessionTimeout}'`)
      while (!this.#isClosed && !(await lock(session, deliveryLock))) {
        // oxlint-disable-next-line no-await-in-loop -- tries again and again
        await this.#pause(signMs)
      }
      if (!this.#isClosed) await this.#deliver(session)
    } finally {
      await session.release()
    }
  }

  async #deliver(session: DatabaseSession): Promise<void> {
    const { db, ref, services, onFailing } = this.#options
    let isNotified = false
    await session.listen('basalt_outbox', () => {
      isNotified = true
      this.#progress()
    })
    const token = randomUUID()
    const onProgress = () => this.#progress()
    const parts = await takeOver(session, token)
    const hooks = parts.hooks
      ? new HookDeliveries({ db, ref, token, services, onProgress, onFailing })
      : null
    const net = parts.net ? new NetRequests({ db, token, ...services, onProgress }) : null
    try {
      let foundAt = performance.now()
      let signedAt = -Infinity
      let tidiedAt = performance.now()
      const look = async () => [await hooks?.round(), await net?.round()].includes(true)
      const round = async () => {
        const wasNotified = isNotified
        isNotified = false
        if (await look()) return true
        if (!wasNotified) return false
        hooks?.forget()
        await look()
        // Where one event was written, others follow: none of them has to notify for a while, also
        // if their hook is paused.
        return true
      }
      const isFenced = () => hooks?.isFenced === true
      while (!this.#isClosed && !isFenced()) {
        this.#isWoken = false
        if (await round()) foundAt = performance.now()
        const now = performance.now()
        if (now - signedAt > signMs) {
          await session.query('select 1')
          signedAt = now
        }
        if (now - tidiedAt > tidyMs) {
          if (hooks !== null) await tidyOutbox(db)
          await net?.tidy()
          tidiedAt = now
        }
        const idleMs = now - foundAt
        if (idleMs < lingerMs) await this.#pause(busyMs)
        else if (!(await lock(session, writersLock))) {
          await this.#pause(Math.min(busyMs + idleMs / 100, longestBusyMs))
        } else {
          // Everything that was written without a notification is committed by now.
          if (await round()) foundAt = performance.now()
          else await this.#pause(Math.min((await hooks?.waitMs()) ?? signMs, signMs))
          await session.query('select pg_catalog.pg_advisory_unlock($1, $2)', [
            lockClass,
            writersLock,
          ])
        }
      }
    } finally {
      net?.stop()
      await hooks?.stop()
    }
  }

  #progress(): void {
    this.#isWoken = true
    this.#wake()
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isWoken || this.#isClosed) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(ms, 1))
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

async function lock(session: DatabaseSession, key: number): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>(
    'select pg_catalog.pg_try_advisory_lock($1, $2) as locked',
    [lockClass, key],
  )
  return row?.locked === true
}

const present = /* SQL */ `
  select pg_catalog.to_regclass('supabase_functions.outbox') is not null as hooks,
    pg_catalog.to_regclass('net._fence') is not null as net`

/** Which of the two extensions of Basalt the database has; an original works by itself. */
export async function readParts(
  db: Pick<DatabaseSession, 'query'>,
): Promise<{ hooks: boolean; net: boolean }> {
  const [row] = await db.query<{ hooks: boolean; net: boolean }>(present)
  return row ?? { hooks: false, net: false }
}

async function takeOver(session: DatabaseSession, token: string) {
  const parts = await readParts(session)
  const tables = [
    ...(parts.hooks ? ['supabase_functions.outbox_fence'] : []),
    ...(parts.net ? ['net._fence'] : []),
  ]
  for (const table of tables) {
    // oxlint-disable-next-line no-await-in-loop -- two at most
    await session.query(
      `insert into ${table} (token) values ($1) on conflict (only_row) do update set token = $1`,
      [token],
    )
  }
  return parts
}
