/**
 * The pause before a program that exited unexpectedly is started again: it doubles each time, and
 * is reset after the program ran well for a while.
 */
export class RestartPause {
  #failures = 0
  #settings

  /** @param {{ firstMs: number, maxMs: number, provenAfterMs: number }} settings */
  constructor(settings) {
    this.#settings = settings
  }

  /** @param {number} ranMs how long the program ran this time */
  next(ranMs) {
    const { firstMs, maxMs, provenAfterMs } = this.#settings
    if (ranMs >= provenAfterMs) this.#failures = 0
    return Math.min(firstMs * 2 ** this.#failures++, maxMs)
  }
}
