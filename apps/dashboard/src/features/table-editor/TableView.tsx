import type { TableDetail } from '@basalt/contract'
import { useRef, useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import type { GridHandle } from '../../ui/grid/grid-types.ts'
import { NoRows } from './empty-states.tsx'
import type { Filter } from './queries.ts'
import { hasRead } from './row-window.ts'
import { TableBar } from './TableBar.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableGrid } from './TableGrid.tsx'
import { useTable } from './use-table.ts'

type Props = {
  projectRef: string
  table: TableDetail
  filter: Filter | null
  onFilterChange: (filter: Filter | null) => void
}

/** One table: its bar, its rows, its footer. Keyed by table and filter by its owner. */
export function TableView({ projectRef, table, filter, onFilterChange }: Props) {
  const grid = useRef<GridHandle>(null)
  const rows = useTable({ ref: projectRef, table, filter }, grid)
  const [activeColumn, setActiveColumn] = useState<string>()
  const { chosen, store, window, error } = rows

  return (
    <section aria-label={table.name} className="flex h-full min-h-0 flex-col">
      <TableBar
        projectRef={projectRef}
        table={table}
        rows={rows}
        filter={filter}
        suggestedColumn={activeColumn}
        onFilterChange={onFilterChange}
      />
      {error !== null && !hasRead(window) ? (
        <NothingRead error={error} onRetry={() => store.retry()} />
      ) : (
        <TableGrid
          gridRef={grid}
          projectRef={projectRef}
          table={table}
          store={store}
          source={rows.source}
          edits={rows.edits}
          readOnly={rows.readOnly}
          selectedRows={chosen.indexes}
          onSelectedRowsChange={table.key.length > 0 ? chosen.choose : undefined}
          onEdge={rows.jump}
          onActiveChange={(cell) => setActiveColumn(table.columns[cell?.column ?? -1]?.name)}
          empty={<NoRows table={table} filter={filter} onClear={() => onFilterChange(null)} />}
        />
      )}
      {error !== null && hasRead(window) && (
        <ReadFailure error={error} onRetry={() => store.retry()} />
      )}
      <TableFooter
        projectRef={projectRef}
        table={table}
        window={window}
        isFiltered={filter !== null}
        isCut={rows.isCut}
        onJump={rows.jump}
      />
    </section>
  )
}

type FailureProps = { error: Error; onRetry: () => void }

function NothingRead({ error, onRetry }: FailureProps) {
  return (
    <div className="flex-1 p-4">
      <ErrorPanel title="The rows could not be read" error={error} onRetry={onRetry} />
    </div>
  )
}

/** Some rows are here; the ones looked at now are not. */
function ReadFailure({ error, onRetry }: FailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-none items-center gap-3 border-t border-bad/40 bg-bad-wash px-3 py-2"
    >
      <span className="min-w-0 flex-1">More rows could not be read. {error.message}</span>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
