const newline = 0x0a
const tab = 0x09

/**
 * Truncates log entries that are longer than `maxBytes`, so that one statement cannot push out the
 * entries of others. PostgreSQL starts continuation lines of an entry with a tab.
 */
export class EntryCutter {
  readonly #maxBytes: number
  #isAtLineStart = true
  #entryBytes = 0
  #cutBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the shortened form of the next chunk, which may start and end anywhere. */
  cut(chunk: Buffer): Buffer {
    const stored: Buffer[] = []
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(newline, from)
      const to = end === -1 ? chunk.length : end + 1
      if (this.#isAtLineStart && chunk[from] !== tab) stored.push(this.#endEntry())
      stored.push(this.#take(chunk.subarray(from, to)))
      this.#isAtLineStart = end !== -1
      from = to
    }
    return Buffer.concat(stored)
  }

  /** The end of the last entry. */
  end(): Buffer {
    return this.#endEntry()
  }

  #take(line: Buffer): Buffer {
    const room = Math.max(0, this.#maxBytes - this.#entryBytes)
    const stored = line.subarray(0, room)
    this.#entryBytes += stored.length
    this.#cutBytes += line.length - stored.length
    return stored
  }

  #endEntry(): Buffer {
    const note =
      this.#cutBytes === 0 ? '' : `\n\t${this.#cutBytes} more bytes of this entry were cut.\n`
    this.#entryBytes = 0
    this.#cutBytes = 0
    return Buffer.from(note)
  }
}
