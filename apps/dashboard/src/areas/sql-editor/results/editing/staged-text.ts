import { plural } from '../../../../lib/format/format.ts'
import type { StagedRows } from '../../../../product/row-changes/staged-rows.ts'

/** The number of staged edits, for example `3 changes in 2 rows of books, authors`. */
export function describeStaged(rows: StagedRows, nameOfTable: (id: number) => string): string {
  const updates = rows.flatMap((row) => (row.op === 'update' ? [row] : []))
  const changes = updates.reduce((sum, { cells }) => sum + Object.keys(cells).length, 0)
  const tables = [...new Set(updates.flatMap(({ table }) => table ?? []))]
  const names = tables.map(nameOfTable).filter((name) => name !== '')
  const where = names.length === 0 ? '' : ` of ${names.join(', ')}`
  return `${plural(changes, 'change')} in ${plural(updates.length, 'row')}${where}`
}
