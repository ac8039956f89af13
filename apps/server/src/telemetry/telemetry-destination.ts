import type { Log } from '../process/log.ts'

/** One action of a user, without the user: a browser has a random id. */
type TelemetryEvent = {
  event: string
  pathname: string
  properties?: Readonly<Record<string, string>> | undefined
  anonymous_id: string
  at: string
}

/** The operator's sink for events, besides the log of the server. */
export type TelemetryDestination = {
  /** The recipient that users consent to: the host and port of the destination. */
  host: string
  send(event: TelemetryEvent): void
  /** Sends pending events; a failed batch waits for the next time. */
  flush(): Promise<void>
}

type Options = {
  url: string
  log: Log
  /**
   * Maximum number of pending events; while the destination is unavailable, the oldest are dropped.
   */
  capacity?: number
}

const batchSize = 100
const timeoutMs = 10_000

/**
 * Posts events to the URL as `{ "events": [...] }`, in batches. A failed batch is sent again the
 * next time; an unavailable destination delays no one.
 */
export function telemetryDestination({ url, log, capacity = 1000 }: Options): TelemetryDestination {
  let waiting: TelemetryEvent[] = []

  let flushing = Promise.resolve()
  const flush = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      if (!(await post(url, batch, log))) return
      // Others may have been added, or dropped, while the batch was being sent.
      const sent = new Set(batch)
      waiting = waiting.filter((event) => !sent.has(event))
    }
  }

  return {
    host: new URL(url).host,
    send(event) {
      waiting.push(event)
      if (waiting.length <= capacity) return
      waiting = waiting.slice(-capacity)
      log.warn(
        { capacity },
        'The telemetry destination is unreachable: the oldest event was dropped',
      )
    },
    flush() {
      // After the current batch, or it would be sent twice.
      flushing = flushing.then(flush)
      return flushing
    },
  }
}

async function post(url: string, events: readonly TelemetryEvent[], log: Log): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return true
    log.warn({ status: response.status }, 'The telemetry destination rejected the events')
  } catch (error) {
    // The cause alone: the URL may hold a key.
    log.warn({ reason: getReason(error) }, 'The telemetry destination is unreachable')
  }
  return false
}

const getReason = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.name : 'unknown'
}
