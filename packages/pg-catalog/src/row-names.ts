/**
 * System columns that distinguish rows where their columns do not: `tableoid`, which is needed
 * where tables inherit from one another, and `ctid`.
 */
const systemColumns: Readonly<Record<string, { type: string; number: number }>> = {
  tableoid: { type: 'oid', number: -6 },
  ctid: { type: 'tid', number: -1 },
}

type Named = { columns: readonly { name: string }[]; key: readonly string[] }

/** The type of a system column that names rows; undefined when it is none. */
export const systemType = (name: string): string | undefined => systemColumns[name]?.type

export const isSystemColumn = (name: string): boolean => Object.hasOwn(systemColumns, name)

/** The part of a key that users know and write. */
export const plainKey = (key: readonly string[]): string[] =>
  key.filter((name) => !isSystemColumn(name))

/** Whether `ctid` is the only address of a row, which changes with each update. */
export const isAddressedByCtid = ({ key }: Pick<Named, 'key'>): boolean => key.includes('ctid')

/** Whether the rows of child tables are among those of the table. */
export const hasChildTables = ({ key }: Pick<Named, 'key'>): boolean => key.includes('tableoid')

/** The columns a row is read with: those of the table, then hidden key columns. */
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
