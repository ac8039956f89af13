type Patience = {
  /** What is waited for, for the message of the error. */
  what: string
  timeoutMs?: number
  everyMs?: number
}

/**
 * Asks again and again until the answer is neither undefined, null nor false, and gives
 * that answer. A question that throws counts as not yet; its last error is the cause.
 *
 * @throws Error after `timeoutMs` (10 s when not said).
 */
export async function waitFor<T>(
  question: () => T | Promise<T>,
  { what, timeoutMs = 10_000, everyMs = 50 }: Patience,
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
