/**
 * How long to wait before a program that ended unexpectedly is started again: twice as long
 * each time, and briefly again for one that ran well for a while.
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
