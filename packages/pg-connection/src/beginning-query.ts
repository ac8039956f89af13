import {
  type ClientBase,
  type Connection,
  Query,
  type QueryArrayConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg'

/** The driver's parts that its declaration leaves out. */
type Wire = Connection & {
  parse(statement: { name: string; text: string }): void
  bind(portal: { portal: string; statement: string; values: readonly unknown[] }): void
  execute(portal: { portal: string; rows: number }): void
  submittedNamedStatements: Record<string, string>
}

type Driver = {
  name: string | undefined
  callback: (error: Error | null, result: QueryResult) => void
  prepare(connection: Wire): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleError(error: Error, connection: Wire): void
}

/** The declaration leaves the driver's message handlers out. */
const driver = Query.prototype as unknown as Driver

/**
 * A statement that is sent together with the `begin` before it. Nothing is awaited in between, and
 * PostgreSQL skips the statement when the `begin` fails: it never runs outside of its transaction.
 */
class BeginningQuery extends Query {
  #hasStarted = false
  #ownName: string | undefined

  prepare(this: BeginningQuery & Driver, connection: Wire): void {
    connection.parse({ name: '', text: 'begin' })
    connection.bind({ portal: '', statement: '', values: [] })
    connection.execute({ portal: '', rows: 0 })
    driver.prepare.call(this, connection)
    // The driver assigns the next parsed statement to this name, and that is `begin`.
    this.#ownName = this.name
    this.name = undefined
  }

  handleCommandComplete(this: BeginningQuery & Driver, message: unknown, connection: Wire): void {
    if (this.#hasStarted) {
      driver.handleCommandComplete.call(this, message, connection)
      return
    }
    this.#hasStarted = true
    this.name = this.#ownName
  }

  handleError(this: BeginningQuery & Driver, error: Error, connection: Wire): void {
    if (!this.#hasStarted && this.#ownName !== undefined) {
      delete connection.submittedNamedStatements[this.#ownName]
    }
    driver.handleError.call(this, error, connection)
  }
}

/** Starts a transaction with its first statement, which uses the extended protocol. */
export function queryBeginning<Result extends QueryResult>(
  client: ClientBase,
  config: QueryConfig | QueryArrayConfig,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const query = new BeginningQuery(config)
    ;(query as unknown as Driver).callback = (error, result) => {
      if (error) reject(error)
      else resolve(result as Result)
    }
    client.query(query)
  })
}
