import type { Log } from './log.ts'

/** An unexpected exception, in the dashboard or in this server. */
export type ErrorReport = {
  id: string
  source: 'dashboard' | 'server'
  name: string
  message: string
  stack?: string | undefined
  /** The page, or the path of the call; never with its query. */
  path: string
  details?: Readonly<Record<string, string>> | undefined
  at: string
}

/** The sink for exceptions. It neither throws nor blocks. */
export type ErrorReports = { report(report: ErrorReport): void }

/** Writes to the server's own log, which stays on the machine. */
export const loggedErrorReports = (log: Log): ErrorReports => ({
  report: ({ message, ...report }) => log.error({ ...report, reported: message }, 'An exception'),
})

/** SPEC.md section 8: error reporting is sampled at 20 % by default. */
const defaultSampleRate = 0.2
const timeoutMs = 5000
/** Limits the load on the destination when the server has many failures. */
const maxAtOnce = 10

type Destination = {
  /** Each report is sent there as JSON, by POST. */
  url: string
  log: Log
  sampleRate?: number
  random?: () => number
}

/**
 * The log, and a service that the operator named. Of the server's own exceptions one in
 * five is handed on; those of the dashboard were drawn there.
 */
export function forwardedErrorReports({
  url,
  log,
  sampleRate = defaultSampleRate,
  random = Math.random,
}: Destination): ErrorReports {
  const logged = loggedErrorReports(log)
  let sending = 0
  const send = async (report: ErrorReport) => {
    sending += 1
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) log.warn({ status: answer.status }, 'An error report was rejected')
    } catch (error) {
      log.warn({ err: error }, 'An error report could not be forwarded')
    } finally {
      sending -= 1
    }
  }
  return {
    report(report) {
      logged.report(report)
      const isDrawn = report.source === 'dashboard' || random() < sampleRate
      if (isDrawn && sending < maxAtOnce) void send(report)
    },
  }
}

const secrets: readonly (readonly [RegExp, string])[] = [
  // User and password of a URL.
  [/([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@]+@/giu, '$1…@'],
  // The query and the fragment of an address.
  [/((?:https?:\/\/|\/)[^\s?#'"<>]{0,300})[?#][^\s'"<>)]*/gu, '$1'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/giu, '$1 …'],
  [
    /\b(password|passwd|secret|token|api[_-]?key|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;]+/giu,
    '$1$2…',
  ],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/gu, '…'],
  [/[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu, '…@…'],
]

/** Removes passwords, tokens, queries and addresses from the text. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text)
