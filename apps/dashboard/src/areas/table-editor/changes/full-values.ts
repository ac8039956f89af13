import type { CellWrite } from '@basalt/data-grid/grid-types'

import { notify } from '../../../lib/browser/toast.ts'
import { fullValue } from '../rows/full-value.ts'
import type { RowStore } from '../rows/row-store.ts'

type Scope = Parameters<typeof fullValue>[0] & { store: RowStore }

/** Long values that one act reads to compare them with. */
const maxWholes = 100

/**
 * The full values of truncated cells: comparing a part would look like a conflict. Undefined when
 * they cannot be read, with a message.
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
  const fullTexts = new Map<string, string | null>()
  try {
    for (const cell of cut) {
      // One after the other, because each may be large.
      // oxlint-disable-next-line no-await-in-loop
      fullTexts.set(placeOf(cell), await fullValue(scope, cell))
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    notify.error(`Nothing was saved: a long value could not be read. ${why}`)
    return undefined
  }
  return fullTexts
}

/** By row and column of the grid. */
export type FullValues = ReadonlyMap<string, string | null>

export const placeOf = ({ row, column }: Pick<CellWrite, 'row' | 'column'>): string =>
  `${row} ${column}`
