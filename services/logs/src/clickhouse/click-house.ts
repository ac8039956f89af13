/** Values of `{name:Type}` in a statement. */
type ClickHouseParameters = Readonly<Record<string, unknown>>

/** The part of a ClickHouse client that the log store needs. */
export interface ClickHouse {
  query<Row extends object>(
    statement: string,
    parameters?: ClickHouseParameters,
    signal?: AbortSignal,
  ): Promise<Row[]>
  /** The names of the columns, their types, and then each row of a statement, as lists. */
  lines(
    statement: string,
    parameters: ClickHouseParameters,
    signal?: AbortSignal,
  ): AsyncIterable<readonly unknown[]>
  /** A statement without rows. */
  command(statement: string, parameters?: ClickHouseParameters): Promise<void>
  /** All rows in one block, which is stored as a whole or not at all. */
  insert(table: string, rows: readonly object[]): Promise<void>
  close(): Promise<void>
}
