import type { GridHandle } from '@basalt/data-grid/grid-types'
import { useRef, useState } from 'react'

import type { Rows } from '../rows/value-kinds.ts'
import { RowsView } from './RowsView.tsx'
import { useArranged } from './use-arranged.ts'

const none: ReadonlySet<number> = new Set()

/** The rows in the grid of the SQL editor: sorting, copies, and the whole value of a cell. */
export function ReadOnlyRows({ rows }: { rows: Rows }) {
  const arranged = useArranged(rows)
  const gridRef = useRef<GridHandle>(null)
  const [chosen, setChosen] = useState(none)
  return (
    <section
      aria-label="Result of the query"
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <RowsView
        id="log-explorer"
        label="Result"
        rows={rows}
        arranged={arranged}
        gridRef={gridRef}
        selectedRows={chosen}
        onSelectedRowsChange={setChosen}
        onShowRow={undefined}
        onActiveChange={undefined}
        empty="No rows in this time range"
      />
    </section>
  )
}
