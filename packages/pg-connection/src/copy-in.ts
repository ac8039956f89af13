import { once } from 'node:events'
import type { Duplex } from 'node:stream'

import type { Connection, Submittable } from 'pg'

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Members of the driver that it does not declare. */
type CopyingConnection = Connection & {
  stream: Duplex
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * One COPY … FROM STDIN, as a query of the driver (manual, "COPY Operations"). Chunks are requested
 * only while the connection accepts more.
 */
export class CopyIn implements Submittable {
  /** The number of stored rows; rejects with the error of the database, or of the source. */
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

  /**
   * While PostgreSQL waits for rows it ignores cancel requests: CopyFail has to be sent instead.
   */
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
    // The driver reports nothing more of a failed query; it waits itself until it may continue.
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

/** Also resolves when the connection ends: the next write reports it. */
async function drained(stream: Duplex): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    waiting.abort()
  }
}
