import { getName, type StagedRow, type StagedRows } from './staged-rows.ts'

/** The new names of columns by those of before. */
export type Renames = ReadonlyMap<string, string>

/**
 * The rows with the current names of columns. `sent` saves without a response are not changed,
 * because they are sent again as they were.
 */
export const withRenamed = (
  rows: StagedRows,
  renames: Renames,
  sent: ReadonlySet<string>,
): StagedRows => rows.map((row) => (sent.has(getName(row)) ? row : renamed(row, renames)))

function renamed(row: StagedRow, renames: Renames): StagedRow {
  const nameNow = (name: string) => renames.get(name) ?? name
  const byNewName = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [nameNow(name), value]))
  if (row.op === 'insert') return { ...row, values: byNewName(row.values) }
  const keyed = { ...row, keyedBy: row.keyedBy?.map(nameNow) }
  return keyed.op === 'delete' ? keyed : { ...keyed, cells: byNewName(keyed.cells) }
}

/** The columns that a row gives values to and that its table has no more. */
export function deletedColumns(row: StagedRow, columns: readonly { name: string }[]): string[] {
  if (row.op === 'delete') return []
  const known = new Set(columns.map(({ name }) => name))
  const written = Object.keys(row.op === 'insert' ? row.values : row.cells)
  return written.filter((name) => !known.has(name))
}
