import { getCursor } from '../rows/row-key.ts'
import type { Row } from '../rows/row-window.ts'

type PreviousSave = Promise<Row | undefined>
type Key = readonly string[]

/** Each edit of a key adds an entry: older ones are dropped. */
const maxMoves = 1000

/** Edits that may change the key of their row: pending ones, and the resulting keys. */
export class RowSaveQueue {
  readonly #getKey: (row: Row) => string[] | null
  readonly #pending = new Map<string, PreviousSave>()
  readonly #moved = new Map<string, Row>()

  constructor(getKey: (row: Row) => string[] | null) {
    this.#getKey = getKey
  }

  /**
   * The row as the edits before leave it; undefined where none is in the way. A key that is seen
   * in the grid names the row that is seen.
   */
  before(key: Key, isSeen: boolean): PreviousSave | undefined {
    const previous = this.#pending.get(getCursor(key))
    if (previous !== undefined || isSeen) return previous
    const row = this.#movedTo(key)
    return row && Promise.resolve(row)
  }

  /** Until it is over, others of the row of the key follow it. */
  take(key: Key, previous: PreviousSave): void {
    const name = getCursor(key)
    this.#pending.set(name, previous)
    void previous.then((row) => {
      if (this.#pending.get(name) === previous) this.#pending.delete(name)
      const named = row && this.#getKey(row)
      // An editor that was opened before still has the old key.
      if (row && named && getCursor(named) !== name) this.#moved.set(name, row)
      return row
    })
  }

  #movedTo(key: Key): Row | undefined {
    let found: Row | undefined
    let at: Key | null = key
    for (let moves = 0; at !== null && moves < maxMoves; moves += 1) {
      const row = this.#moved.get(getCursor(at))
      if (row === undefined) break
      found = row
      at = this.#getKey(row)
    }
    return found
  }
}
