export type ErrorReport = { error: Error; details: Readonly<Record<string, unknown>> }

/** Where failures go that nobody is shown. An install that has a service for it puts it here. */
export type ErrorTracking = { report(error: Error, details?: ErrorReport['details']): void }

type Options = {
  send: (report: ErrorReport) => void
  /** SPEC.md section 8: one report in five by default. */
  sampleRate?: number
  random?: () => number
}

export function createErrorTracking({
  send,
  sampleRate = 0.2,
  random = Math.random,
}: Options): ErrorTracking {
  return {
    report(error, details = {}) {
      if (random() < sampleRate) send({ error, details })
    },
  }
}

/** The browser's console costs nothing and leaves the machine alone, so it gets every report. */
export const errorTracking: ErrorTracking = createErrorTracking({
  send: ({ error, details }) => {
    // oxlint-disable-next-line no-console -- the console is what this adapter writes to.
    console.error(error.message, details)
  },
  sampleRate: 1,
})
