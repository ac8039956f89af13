import type { TextField } from '@basalt/engine'
import type { Connection, QueryResult, Submittable } from 'pg'

import type { Incoming } from './incoming.ts'
import { getIncoming } from './limited-client.ts'

/** Values in the order of the columns, as PostgreSQL wrote them. */
type Row = (string | null)[]

export type Batch = { rows: Row[]; bytes: number; isLast: boolean }

/** After how many rows, and how many bytes, a batch is handed on. */
export type BatchSize = { rows: number; bytes: number }

/** Hands values on as PostgreSQL wrote them. */
export const textTypes = { getTypeParser: () => (value: string | Buffer) => value }

/** The driver's parts that its declaration leaves out. */
type Wire = Connection & {
  stream: { cork(): void; uncork(): void }
  parse(statement: { text: string }): void
  bind(portal: { values: readonly (string | null)[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: { rows: number }): void
  close(portal: { type: 'P' }): void
  flush(): void
  sync(): void
  sendCopyFail(message: string): void
}

type Field = {
  name: string
  dataTypeID: number
  dataTypeModifier: number
  tableID: number
  columnID: number
}

type Waiting = { resolve: (batch: Batch) => void; reject: (error: unknown) => void }

/** The holder of the connection while the reader has rows. */
const holder = 'cursor'

/**
 * One statement by the extended protocol, in batches of rows (manual, "Extended Query"). It ends
 * when PostgreSQL is ready for the next one and no sooner: checks at the end of the transaction,
 * deferred constraints for example, fail after the completion of the command. After a failure the
 * connection may still have to be awaited.
 */
export class StatementCursor implements Submittable {
  fields: readonly TextField[] = []
  /** The command as PostgreSQL names it, `CREATE TABLE` for example, once it is complete. */
  command = ''
  /** The number of affected rows that the command reports. */
  affected: number | null = null
  readonly #statement: string
  readonly #values: readonly (string | null)[]
  #size: BatchSize
  #state: 'new' | 'executing' | 'suspended' | 'ending' | 'over' = 'new'
  #wire: Wire | undefined
  #incoming: Incoming | undefined
  #rows: Row[] = []
  #bytes = 0
  #discards = false
  #failure: { error: unknown } | undefined
  #waiting: Waiting | undefined
  #closing: (() => void) | undefined

  constructor(
    statement: string,
    { values = [], size }: { values?: readonly (string | null)[] | undefined; size: BatchSize },
  ) {
    this.#statement = statement
    this.#values = values
    this.#size = size
  }

  /** Whether rows may arrive that were not requested yet: closing it then waits for them. */
  get isExecuting(): boolean {
    return this.#state === 'new' || this.#state === 'executing'
  }

  /** Rejects with the driver's error about the statement or its connection. */
  next(size = this.#size): Promise<Batch> {
    this.#size = size
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#goOn()
    })
  }

  /** Ends it before its last row. Resolves when it is over, however it ended. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#state === 'over') {
        resolve()
        return
      }
      this.#closing = resolve
      this.#discards = true
      this.#dropRows()
      if (this.#state !== 'ending' && this.#state !== 'new') this.#end()
      this.#incoming?.release(holder)
    })
  }

  /** Passes on the available rows because there is no space for more. */
  consume(): void {
    this.#handOn()
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    this.#wire = wire
    this.#incoming = getIncoming(connection)
    this.#incoming.consumedBy(this)
    this.#state = 'executing'
    wire.stream.cork()
    wire.parse({ text: this.#statement })
    wire.bind({ values: this.#values })
    wire.describe({ type: 'P' })
    wire.execute({ rows: this.#size.rows })
    if (this.#discards) this.#end()
    wire.flush()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields.map(textField)
  }

  handleDataRow({ fields, length }: { fields: Row; length: number }): void {
    if (this.#discards) {
      this.#incoming?.releaseBytes(length + 1)
      return
    }
    this.#rows.push(fields)
    this.#bytes += length + 1
    if (this.#bytes >= this.#size.bytes) this.#handOn()
  }

  handlePortalSuspended(): void {
    if (this.#state !== 'executing') return
    this.#state = 'suspended'
    this.#goOn()
  }

  handleCommandComplete({ text }: { text: string }): void {
    // The tag may end with counts.
    this.command = /^[A-Z]+(?: [A-Z]+)*/u.exec(text)?.[0] ?? ''
    const count = /\d+$/u.exec(text)?.[0]
    this.affected = count === undefined ? null : Number(count)
    if (this.#state === 'executing') this.#end()
  }

  handleEmptyQuery(): void {
    if (this.#state === 'executing') this.#end()
  }

  handleReadyForQuery(): void {
    this.#finish()
  }

  /** Of the statement, or of the connection. PostgreSQL skips everything up to the next Sync. */
  handleError(error: unknown): void {
    if (this.#state === 'over') return
    if (this.#state === 'executing' || this.#state === 'suspended') this.#wire?.sync()
    this.#failure = { error }
    this.#dropRows()
    this.#finish()
  }

  handleCopyInResponse(): void {
    this.#wire?.sendCopyFail('COPY ... FROM STDIN needs a client that sends the rows.')
  }

  handleCopyData(): void {
    // The rows of COPY ... TO STDOUT have no columns to show; its count is the answer.
  }

  #goOn(): void {
    if (this.#waiting === undefined) return
    if (this.#state === 'over') this.#settle()
    else if (this.#state === 'suspended' && this.#rows.length > 0) this.#handOn()
    else if (this.#state === 'suspended') this.#execute()
    else if (this.#bytes >= this.#size.bytes) this.#handOn()
    else this.#incoming?.release(holder)
  }

  #execute(): void {
    this.#state = 'executing'
    this.#wire?.execute({ rows: this.#size.rows })
    this.#wire?.flush()
    this.#incoming?.release(holder)
  }

  #handOn(): void {
    const waiting = this.#waiting
    if (waiting === undefined || this.#rows.length === 0) return
    if (this.#state === 'executing') this.#incoming?.hold(holder)
    this.#waiting = undefined
    waiting.resolve(this.#taken(false))
  }

  /** An open portal would block changes of its tables. */
  #end(): void {
    this.#state = 'ending'
    // In one packet: each costs more than its content.
    this.#wire?.stream.cork()
    this.#wire?.close({ type: 'P' })
    this.#wire?.sync()
    this.#wire?.stream.uncork()
  }

  #finish(): void {
    this.#state = 'over'
    this.#incoming?.release(holder)
    this.#closing?.()
    this.#settle()
  }

  #settle(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (this.#failure !== undefined) waiting?.reject(this.#failure.error)
    else waiting?.resolve(this.#taken(true))
  }

  #taken(isLast: boolean): Batch {
    const batch = { rows: this.#rows, bytes: this.#bytes, isLast }
    this.#rows = []
    this.#bytes = 0
    return batch
  }

  #dropRows(): void {
    this.#incoming?.releaseBytes(this.#taken(false).bytes)
  }
}

const textField = (field: Field): TextField => ({
  name: field.name,
  typeId: field.dataTypeID,
  typeModifier: field.dataTypeModifier,
  tableId: field.tableID,
  columnNumber: field.columnID,
})

export const textFields = (result: QueryResult): TextField[] => result.fields.map(textField)
