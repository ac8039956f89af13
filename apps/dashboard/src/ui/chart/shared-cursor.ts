/** The place that is read in one of several charts over the same x axis: all of them show it. */
export class SharedCursor {
  #position: number | undefined
  readonly #listeners = new Set<() => void>()

  get position(): number | undefined {
    return this.#position
  }

  /** Undefined while no chart is read. */
  move(position: number | undefined): void {
    if (position === this.#position) return
    this.#position = position
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
