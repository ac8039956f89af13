import type { CellWrite } from '@basalt/data-grid/grid-types'

import { notify } from '../../../lib/browser/toast.ts'
import { fullValue } from '../rows/full-value.ts'
import type { RowStore } from '../rows/row-store.ts'

type Scope = Parameters<typeof fullValue>[0] & { store: RowStore }

/** Long values that one act reads to compare them with. */
const maxWholes = 100

/**
 * What cells hold of which only the beginning is here: told in part, it would look as if
 * somebody had changed it meanwhile. Undefined when it cannot be read, which is said.
 */
export async function fullValues(
  scope: Scope,
  cells: readonly CellWrite[],
): Promise<FullValues | undefined> {
  const cut = cells.filter(({ row, column }) => scope.store.isCellCut(row, column))
  if (cut.length > maxWholes) {
    notify.error(
      `Up to ${maxWholes} long values can be copied at once; the selection has ${cut.length}`,
    )
    return undefined
  }
  const wholes = new Map<string, string | null>()
  try {
    for (const cell of cut) {
      // One after the other: each may be large.
      // oxlint-disable-next-line no-await-in-loop
      wholes.set(placeOf(cell), await fullValue(scope, cell))
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    notify.error(`Nothing was saved: a long value could not be read. ${why}`)
    return undefined
  }
  return wholes
}

/** By row and column of the grid. */
export type FullValues = ReadonlyMap<string, string | null>

export const placeOf = ({ row, column }: Pick<CellWrite, 'row' | 'column'>): string =>
  `${row} ${column}`
