/** The state of a budget, for `/metrics`. */
export type BudgetReading = { used: number; limit: number; refused: number }

/**
 * A quantity shared by many callers: bytes of open results, requests of an address. It never waits:
 * a caller that gets nothing answers with a clear error.
 */
export class Budget {
  readonly limit: number
  #used = 0
  #refused = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /**
   * Takes an amount if it is available. An amount beyond the whole budget never is.
   *
   * @returns whether it was taken; then `give` has to follow with the same amount.
   */
  take(amount: number): boolean {
    if (this.#used + amount > this.limit) {
      this.#refused += 1
      return false
    }
    this.#used += amount
    return true
  }

  give(amount: number): void {
    this.#used = Math.max(0, this.#used - amount)
  }

  read(): BudgetReading {
    return { used: this.#used, limit: this.limit, refused: this.#refused }
  }
}

/** A budget for each key, such as an address; an unused key takes no memory. */
export class KeyedBudget {
  readonly limit: number
  readonly #used = new Map<string, number>()
  #refused = 0

  constructor(limit: number) {
    this.limit = limit
  }

  take(key: string): boolean {
    const used = this.#used.get(key) ?? 0
    if (used >= this.limit) {
      this.#refused += 1
      return false
    }
    this.#used.set(key, used + 1)
    return true
  }

  give(key: string): void {
    const used = this.#used.get(key) ?? 0
    if (used <= 1) this.#used.delete(key)
    else this.#used.set(key, used - 1)
  }

  /** `used` is that of the key that uses most. */
  read(): BudgetReading {
    return { used: Math.max(0, ...this.#used.values()), limit: this.limit, refused: this.#refused }
  }
}
