import type { TableDetail } from '@basalt/contract/database/tables'
import type { GridSource } from '@basalt/data-grid/grid-types'
import { useMemo } from 'react'

import type { RowStore } from './rows/row-store.ts'

type Scope = { projectRef: string; table: TableDetail; store: RowStore; source: GridSource }

/** The source, which also reads long values whole: for copies, fills and the panel. */
export function useFullSource({ projectRef: ref, table, store, source }: Scope): GridSource {
  return useMemo(() => {
    // Of the same rows as the source, though others may stand in their places since.
    const { window } = store.get()
    return {
      ...source,
      whole: async (row, column) => {
        const { fullValue } = await import('./rows/full-value.ts')
        return fullValue({ ref, table, window }, { row, column })
      },
    }
  }, [ref, table, store, source])
}
