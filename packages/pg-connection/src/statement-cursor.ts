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

  constructor(statement: string) {
    super(statement, [], { rowMode: 'array', types: textTypes })
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
  }))
}
