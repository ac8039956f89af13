import type { ProjectEngine } from '@basalt/engine'

import type { GatewayFailure } from './exchange.ts'
import type { Log } from './request-log.ts'

export type DatabaseHealth = {
  status: 'ok'
  database: {
    /** For example `18.4`. */
    version: string
  }
  /** From the request for a connection to the last row. */
  latency_ms: number
}

type Options = { engine: Pick<ProjectEngine, 'open'>; deadlineMs: number; log: Log }

const retrySeconds = 5

/**
 * Checks the health of databases. Simultaneous checks of a project share one statement, so a
 * database that hangs never has more than one pending statement.
 */
export class HealthChecks {
  readonly #options: Options
  readonly #running = new Map<string, Promise<DatabaseHealth | GatewayFailure>>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Resolves within the deadline, whether or not the database answers. Never rejects. The statement
   * carries the id of the request that begins it, so that the database's log names it.
   */
  async check(ref: string, requestId: string): Promise<DatabaseHealth | GatewayFailure> {
    const { deadlineMs } = this.#options
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<GatewayFailure>((resolve) => {
      timer = setTimeout(() => resolve(timedOut(deadlineMs)), deadlineMs)
    })
    try {
      return await Promise.race([this.#running.get(ref) ?? this.#begin(ref, requestId), late])
    } finally {
      clearTimeout(timer)
    }
  }

  #begin(ref: string, requestId: string): Promise<DatabaseHealth | GatewayFailure> {
    const running = this.#read(ref, requestId)
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error, ref }, 'A health check of a project failed')
        return unreachable
      })
      .finally(() => this.#running.delete(ref))
    this.#running.set(ref, running)
    return running
  }

  async #read(ref: string, requestId: string): Promise<DatabaseHealth> {
    const { engine, deadlineMs } = this.#options
    const startedAt = performance.now()
    const database = await engine.open(ref, 'read-only')
    const [row] = await database.query<{ version: string }>(
      `${requestComment(requestId)}select split_part(current_setting('server_version'), ' ', 1) as version`,
      [],
      { signal: AbortSignal.timeout(deadlineMs) },
    )
    if (row === undefined) throw new Error('The database answered without a row')
    const latency = performance.now() - startedAt
    return { status: 'ok', database: row, latency_ms: Math.round(latency * 10) / 10 }
  }
}

/** Empty for ids that a client made up of other characters. */
const requestComment = (id: string): string =>
  /^[\w.-]{1,100}$/u.test(id) ? `/* request_id=${id} */ ` : ''

const unreachable: GatewayFailure = {
  status: 503,
  code: 'database_unreachable',
  message: 'The database of this project cannot be reached.',
  retryAfter: retrySeconds,
}

const timedOut = (ms: number): GatewayFailure => ({
  status: 503,
  code: 'database_timeout',
  message: `The database of this project did not respond within ${ms} ms.`,
  retryAfter: retrySeconds,
})
