/** Values of `{name:Type}` in a statement. */
type ClickHouseParameters = Readonly<Record<string, unknown>>

/** The part of a ClickHouse client that the log store needs. */
export interface ClickHouse {
  query<Row extends object>(
    statement: string,
    parameters?: ClickHouseParameters,
    signal?: AbortSignal,
  ): Promise<Row[]>
  /** A statement without rows. */
  command(statement: string, parameters?: ClickHouseParameters): Promise<void>
  /** All rows in one block, which is stored as a whole or not at all. */
  insert(table: string, rows: readonly object[]): Promise<void>
  close(): Promise<void>
}
