import type { TableDetail } from '@basalt/contract'
import { lazy, Suspense, useRef, useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import type { GridHandle } from '../../ui/grid/grid-types.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import { RowPanelHost } from './row-panel/RowPanelHost.tsx'
import { useRowParam } from './row-panel/use-row-param.ts'
import { ReadCancelled } from './row-store.ts'
import { hasRead } from './row-window.ts'
import { TableBar } from './TableBar.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableRows } from './TableRows.tsx'
import { useTable } from './use-table.ts'
import type { TableReading } from './view/use-table-view.ts'

const AppliedView = lazy(async () => ({
  default: (await import('./AppliedView.tsx')).AppliedView,
}))

type Props = {
  projectRef: string
  table: TableDetail
  reading: TableReading
}

/** One table: its bar, its rows, its footer. Keyed by table by its owner. */
export function TableView({ projectRef, table, reading }: Props) {
  const grid = useRef<GridHandle>(null)
  const rows = useTable({ ref: projectRef, table, view: reading.view }, grid)
  const [activeColumn, setActiveColumn] = useState<string>()
  const [tool, setTool] = useState<ReadingTool>()
  const { store, window, error } = rows
  const param = useRowParam(projectRef, table.id)

  return (
    <section aria-label={table.name} className="flex h-full min-h-0 flex-col">
      <TableBar
        {...{ projectRef, table, rows, reading, tool }}
        suggestedColumn={activeColumn}
        onOpenTool={setTool}
        onInsert={() => param.show({ mode: 'insert' })}
      />
      {Object.keys(reading.view).length > 0 && (
        <Suspense>
          <AppliedView
            {...{ projectRef, table, store, reading }}
            onOpen={setTool}
            onCleared={() => grid.current?.focus()}
          />
        </Suspense>
      )}
      <div className="relative flex min-h-0 flex-1">
        {error !== null && !hasRead(window) ? (
          <NothingRead error={error} onRetry={() => store.retry()} />
        ) : (
          <TableRows
            gridRef={grid}
            {...{ projectRef, table, rows, reading, param }}
            onActiveColumn={setActiveColumn}
          />
        )}
        <RowPanelHost
          {...{ projectRef, table, rows, param }}
          viewer={reading.view.as}
          onClosed={() => grid.current?.focus()}
        />
      </div>
      {error !== null && hasRead(window) && (
        <ReadFailure error={error} onRetry={() => store.retry()} />
      )}
      <TableFooter
        projectRef={projectRef}
        table={table}
        window={window}
        view={reading.view}
        isCut={rows.isCut}
        onJump={rows.jump}
        onJumpTo={rows.jumpTo}
      />
    </section>
  )
}

type FailureProps = { error: Error; onRetry: () => void }

function NothingRead({ error, onRetry }: FailureProps) {
  if (error instanceof ReadCancelled) {
    return (
      <div className="flex flex-1 items-start gap-3 p-4">
        <span className="text-ink-soft">Reading was cancelled, in the database too.</span>
        <Button onClick={onRetry}>Read the rows</Button>
      </div>
    )
  }
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
