import { cursorOf } from '../row-key.ts'
import type { Row } from '../row-window.ts'

type Left = Promise<Row | undefined>

/** Edits on their way that may give their row another key, with the row as they leave it. */
export class RowTurns {
  readonly #last = new Map<string, Left>()

  /** The last one of the row of the key. */
  before(key: readonly string[]): Left | undefined {
    return this.#last.get(cursorOf(key))
  }

  /** Until it is over, others of the row of the key follow it. */
  take(key: readonly string[], left: Left): void {
    const name = cursorOf(key)
    this.#last.set(name, left)
    void left.finally(() => {
      if (this.#last.get(name) === left) this.#last.delete(name)
    })
  }
}
