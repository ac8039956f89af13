type Waiting = {
  /** The awaited condition, for the message of the error. */
  what: string
  timeoutMs?: number
  everyMs?: number
}

/**
 * Calls a function repeatedly until its result is neither undefined, null nor false, and returns
 * it. A throw counts as not yet; the last error is the cause.
 *
 * @throws Error after `timeoutMs` (10 s by default).
 */
export async function waitFor<T>(
  question: () => T | Promise<T>,
  { what, timeoutMs = 10_000, everyMs = 50 }: Waiting,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + timeoutMs
  let cause: unknown
  for (;;) {
    try {
      const answer = await question()
      if (answer !== undefined && answer !== null && answer !== false) {
        return answer as Exclude<T, undefined | null | false>
      }
    } catch (error) {
      cause = error
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${timeoutMs} ms`, { cause })
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
