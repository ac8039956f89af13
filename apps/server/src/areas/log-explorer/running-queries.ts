import { explorerLimits } from '@basalt/contract/logs/explorer'

/** Of all projects: each query is a connection of the system database. */
const mostInTotal = 6

/** Counts the running queries of each project. */
export class RunningQueries {
  readonly #counts = new Map<string, number>()
  #total = 0

  /** False when as many as allowed are running; otherwise `leave` must be called. */
  enter(ref: string): boolean {
    const count = this.#counts.get(ref) ?? 0
    if (count >= explorerLimits.queries || this.#total >= mostInTotal) return false
    this.#counts.set(ref, count + 1)
    this.#total += 1
    return true
  }

  leave(ref: string): void {
    const count = (this.#counts.get(ref) ?? 1) - 1
    if (count > 0) this.#counts.set(ref, count)
    else this.#counts.delete(ref)
    this.#total -= 1
  }
}
