import { Cron } from 'croner'

/** Work that is done at fixed times. */
export type Schedule = {
  /** Names the schedule in the database and in the log; never changed once it was released. */
  name: string
  /** A cron pattern in UTC; with six fields the first one is seconds. */
  pattern: string
  /** A run may end half way, and one time may be run more than once: each has to be repeatable. */
  run: () => Promise<void>
}

/** The first time of the schedule after the given one. */
export function nextTime({ name, pattern }: Omit<Schedule, 'run'>, after: Date): Date {
  const next = new Cron(pattern, { utcOffset: 0 }).nextRun(after)
  if (next === null) throw new Error(`The schedule ${name} never runs`)
  return next
}

/**
 * Calls the function at each time of the pattern in this process, never twice at once: a time at
 * which the last call still runs is left out. A failure is passed to `onError`.
 *
 * @returns a function that stops it, and resolves when the call under way has ended.
 */
export function atTimes(
  pattern: string,
  call: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const cron = new Cron(pattern, { utcOffset: 0, unref: true, protect: true }, () => {
    running = call().catch(onError)
    return running
  })
  return async () => {
    cron.stop()
    await running
  }
}
