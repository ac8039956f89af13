import { createClient } from '@basalt/contract/client'
import { ApiError } from '@basalt/contract/errors'
import { status } from '@basalt/contract/status'

export type ErrorReport = {
  id: string
  error: Error
  details: Readonly<Record<string, unknown>>
}

/** Receives unexpected failures, including those that are not shown. */
export type ErrorTracking = {
  /**
   * Answers the id under which the failure can be found, or undefined when it was not
   * sent. The same error is sent once, however often it is reported.
   */
  report(error: Error, details?: ErrorReport['details']): string | undefined
}

type Options = {
  send: (report: ErrorReport) => void
  /** SPEC.md section 8: one report in five by default. */
  sampleRate?: number
  random?: () => number
}

export function createErrorTracking({
  send,
  sampleRate = 0.2,
  random = () => Math.random(),
}: Options): ErrorTracking {
  const ids = new WeakMap<Error, string | undefined>()
  return {
    report(error, details = {}) {
      if (ids.has(error)) return ids.get(error)
      const id = random() < sampleRate ? crypto.randomUUID() : undefined
      ids.set(error, id)
      if (id !== undefined) send({ id, error, details })
      return id
    },
  }
}

const { call } = createClient({ baseUrl: '', fetch: (...args) => globalThis.fetch(...args) })

/** This install's own server, which logs them. No other service gets them. */
const server = createErrorTracking({
  send: ({ id, error, details }) => {
    const body = {
      id,
      name: error.name.slice(0, 100),
      message: error.message.slice(0, 1000),
      ...(error.stack !== undefined && { stack: error.stack.slice(0, 8000) }),
      pathname: globalThis.location.pathname.slice(0, 500),
      details: Object.fromEntries(
        Object.entries(details).map(([name, value]) => [name, String(value).slice(0, 200)]),
      ),
    }
    // A report that does not arrive is no failure of the page.
    call(status.reportError, { body }).catch(() => undefined)
  },
})

/** The browser's console gets every report, because it costs nothing and stays on the machine. */
export const errorTracking: ErrorTracking = {
  report(error, details = {}) {
    // oxlint-disable-next-line no-console -- the console is where developers look first.
    console.error(error.message, details)
    return server.report(error, details)
  },
}

/**
 * Reports faults of the dashboard. Answers of the server are excluded: it has logged its own, and a
 * page that was not found is no fault.
 */
export function reportException(error: Error): string | undefined {
  if (error instanceof ApiError || error.name === 'AbortError') return undefined
  return errorTracking.report(error)
}

/** Failures that no boundary sees: in timers, in handlers, in promises. */
export function reportUnhandled(): void {
  globalThis.addEventListener('error', ({ error }) => {
    if (error instanceof Error) reportException(error)
  })
  globalThis.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error) reportException(reason)
  })
}
