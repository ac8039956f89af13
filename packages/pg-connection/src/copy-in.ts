import { once } from 'node:events'
import type { Duplex } from 'node:stream'

import type { Connection, Submittable } from 'pg'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The driver keeps these but does not declare them. */
type CopyingConnection = Connection & {
  stream: Duplex
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * One COPY … FROM STDIN, as a query of the driver (manual, "COPY Operations"). Chunks are asked
 * for only while the connection takes more.
 */
export class CopyIn implements Submittable {
  /** How many rows were taken; rejects with what the database, or the source, said. */
  readonly done: Promise<number>
  readonly #statement: string
  readonly #chunks: Chunks
  #resolve: (rowCount: number) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #connection: CopyingConnection | undefined
  #rowCount = 0
  #failureOfSource: unknown
  #isOver = false

  constructor(statement: string, chunks: Chunks) {
    this.#statement = statement
    this.#chunks = chunks
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get failureOfSource(): unknown {
    return this.#failureOfSource
  }

  /** While PostgreSQL waits for rows it hears no request to cancel: it has to be told here. */
  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#connection?.sendCopyFail('The rows end here.')
  }

  submit(connection: Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: Connection): void {
    this.#connection = connection as CopyingConnection
    if (this.#isOver) this.#connection.sendCopyFail('The rows end here.')
    else void this.#send(this.#connection)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#rowCount = Number(/\d+$/u.exec(message.text)?.[0] ?? 0)
  }

  handleError(error: unknown): void {
    this.#isOver = true
    // The driver tells nothing more of a query that failed; it waits itself until it may go on.
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#resolve(this.#rowCount)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  async #send(connection: CopyingConnection): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        if (this.#isOver) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await drained(connection.stream)
        if (this.#isOver) return
      }
      this.#isOver = true
      connection.endCopyFrom()
    } catch (error) {
      if (this.#isOver) return
      this.#isOver = true
      this.#failureOfSource = error
      connection.sendCopyFail('The source of the rows failed.')
    }
  }
}

/** Also when the connection ends: whoever writes next finds out. */
async function drained(stream: Duplex): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    waiting.abort()
  }
}
