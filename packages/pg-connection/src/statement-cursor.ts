import type { TextField } from '@basalt/engine'
import type { Connection, QueryResult } from 'pg'
import Cursor from 'pg-cursor'

export type Batch = { rows: (string | null)[][]; result: QueryResult }

/** Hands values on as PostgreSQL wrote them. */
export const textTypes = { getTypeParser: () => (value: string | Buffer) => value }

/**
 * The driver's cursor, told what to do with the messages of COPY, which it does not know:
 * without an answer the connection would wait for ever.
 */
export class StatementCursor extends Cursor<(string | null)[]> {
  #failed = false
  #command: string | undefined

  constructor(statement: string, values: readonly (string | null)[] = []) {
    super(statement, [...values], { rowMode: 'array', types: textTypes })
  }

  /** The command as PostgreSQL names it, `CREATE TABLE` for example, once it is complete. */
  get command(): string | undefined {
    return this.#command
  }

  nextBatch(maxRows: number): Promise<Batch> {
    return new Promise((resolve, reject) => {
      this.read(maxRows, (error, rows, result) => {
        // The declaration has Error | undefined, the driver passes null.
        if (!error) {
          resolve({ rows, result })
          return
        }
        this.#failed = true
        reject(error)
      })
    })
  }

  /** After an error of its own PostgreSQL has closed it, and the driver would wait for ever. */
  async closeUnlessFailed(): Promise<void> {
    if (!this.#failed) await this.close()
  }

  handleCommandComplete(message: { text: string }): void {
    // The tag may end with counts; the driver itself keeps its first word only.
    this.#command = /^[A-Z]+(?: [A-Z]+)*/.exec(message.text)?.[0]
    // The declaration leaves the driver's message handlers out.
    const driver = Cursor.prototype as unknown as {
      handleCommandComplete(this: StatementCursor, complete: { text: string }): void
    }
    driver.handleCommandComplete.call(this, message)
  }

  handleCopyInResponse(connection: Connection): void {
    const copying = connection as Connection & { sendCopyFail(message: string): void }
    copying.sendCopyFail('COPY ... FROM STDIN needs a client that sends the rows.')
  }

  handleCopyData(): void {
    // The rows of COPY ... TO STDOUT have no columns to show; its count is the answer.
  }
}

export function textFields(result: QueryResult): TextField[] {
  return result.fields.map((field) => ({
    name: field.name,
    typeId: field.dataTypeID,
    typeModifier: field.dataTypeModifier,
    tableId: field.tableID,
    columnNumber: field.columnID,
  }))
}
