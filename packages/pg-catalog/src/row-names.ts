/**
 * What PostgreSQL tells rows apart by where their columns do not: the table that a row is kept
 * in, which is asked for where tables inherit from one another, and its place in that table.
 */
const systemColumns: Readonly<Record<string, { type: string; number: number }>> = {
  tableoid: { type: 'oid', number: -6 },
  ctid: { type: 'tid', number: -1 },
}

type Named = { columns: readonly { name: string }[]; key: readonly string[] }

/** The type of a system column that names rows; undefined when it is none. */
export const systemType = (name: string): string | undefined => systemColumns[name]?.type

export const isSystemColumn = (name: string): boolean => Object.hasOwn(systemColumns, name)

/** The part of a key that people know and write. */
export const plainKey = (key: readonly string[]): string[] =>
  key.filter((name) => !isSystemColumn(name))

/** Whether a row has no other name than where it is stored: another one after each change. */
export const isAddressedByCtid = ({ key }: Pick<Named, 'key'>): boolean => key.includes('ctid')

/** Whether rows of other tables, which inherit from it, are among those of the table. */
export const hasChildTables = ({ key }: Pick<Named, 'key'>): boolean => key.includes('tableoid')

/** What a row is read and answered with: its columns, and behind them what else names it. */
export const rowColumns = ({ columns, key }: Named): string[] => [
  ...columns.map(({ name }) => name),
  ...key.filter(isSystemColumn),
]

/** The numbers of these columns in `pg_attribute`. */
export const rowNumbers = ({
  columns,
  key,
}: Pick<Named, 'key'> & { columns: readonly { number: number }[] }): number[] => [
  ...columns.map(({ number }) => number),
  ...key.flatMap((name) => systemColumns[name]?.number ?? []),
]
