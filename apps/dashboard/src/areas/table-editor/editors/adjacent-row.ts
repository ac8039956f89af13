import type { TableDetail } from '@basalt/contract/database/tables'
import type { Held } from '@basalt/data-grid/held-close'

import { notify } from '../../../lib/browser/toast.ts'
import { own } from '../../../lib/forms/own.ts'
import type { AdjacentRow } from '../../../product/cell-editor/cell-tools.ts'
import { isRefused, withoutThis } from '../changes/refused-edit.ts'
import { positionOfRow } from '../changes/row-position.ts'
import type { useCellEdits } from '../changes/use-cell-edits.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { Row } from '../rows/row-window.ts'

type Scope = {
  table: TableDetail
  store: RowStore
  edits: ReturnType<typeof useCellEdits>
}

/**
 * The row of a cell that is being edited.
 *
 * @param key Of a row that is not stored yet, its id.
 * @param shown The row as the grid shows it.
 */
export const getNeighbour = (scope: Scope, key: readonly string[], shown: Row): AdjacentRow => ({
  values: new Map(scope.table.columns.map(({ name }, at) => [name, shown[at] ?? null])),
  write: (values) =>
    writeRow(scope, key, values) ??
    notify.error('This row is no longer in view: nothing was saved'),
})

type NewValues = Readonly<Record<string, string | null>>

/**
 * Refused values of other columns of the same foreign key: they are saved together, because one may
 * only be valid with the other. Undefined without any.
 */
export function refusedAdjacent(
  { table, edits }: Scope,
  cell: { row: number; column: number },
): NewValues | undefined {
  const name = table.columns[cell.column]?.name ?? ''
  const keys = table.columns
    .map(({ references }) => (references?.pairs ?? []).map((pair) => pair.column))
    .filter((key) => key.includes(name))
  const others = table.columns.flatMap((column, at): [string, string | null][] => {
    const isAdjacent = column.name !== name && keys.some((key) => key.includes(column.name))
    const edit = isAdjacent ? edits.at(cell.row, at) : undefined
    return isRefused(edit) && edit.isDefault !== true ? [[column.name, edit.typed]] : []
  })
  return others.length === 0 ? undefined : Object.fromEntries(others)
}

/** Several columns as one change; undefined where the row is not in the grid any more. */
export function writeRow(
  { table, store, edits }: Scope,
  key: readonly string[],
  values: NewValues,
): Held | undefined {
  const row = positionOfRow({ store, edits }, table, key)
  if (row === undefined) return undefined
  const cells = table.columns.flatMap(({ name }, column) => {
    const value = own(values, name)
    return value === undefined ? [] : [{ row, column, value }]
  })
  const refused = cells.flatMap(({ column }) => edits.at(row, column) ?? []).filter(isRefused)
  async function send() {
    const isTaken = await edits.write(cells, [])
    if (isTaken) edits.changeRefused((all) => refused.reduce(withoutThis, all))
  }
  return { answered: send(), show: () => {} }
}
