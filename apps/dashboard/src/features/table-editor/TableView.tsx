import type { TableDetail } from '@basalt/contract'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'

import { whenIdle } from '../../lib/when-idle.ts'
import type { GridHandle } from '../../ui/grid/grid-types.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import { loadRowPanel } from './row-panel/load-row-panel.ts'
import { useRowParam } from './row-panel/use-row-param.ts'
import { hasRead } from './row-window.ts'
import { TableBar } from './TableBar.tsx'
import { TableRows } from './TableRows.tsx'
import { useTable } from './use-table.ts'
import type { TableReading } from './view/use-table-view.ts'

const RowPanelHost = lazy(async () => ({ default: (await loadRowPanel()).RowPanelHost }))
const loadFailures = () => import('./read-failures.tsx')
const NothingRead = lazy(async () => ({ default: (await loadFailures()).NothingRead }))
const ReadFailure = lazy(async () => ({ default: (await loadFailures()).ReadFailure }))
const TableFooter = lazy(async () => ({
  default: (await import('./TableFooter.tsx')).TableFooter,
}))
const AppliedView = lazy(async () => ({
  default: (await import('./AppliedView.tsx')).AppliedView,
}))

const TableKeys = lazy(async () => {
  await whenIdle()
  return { default: (await import('./TableKeys.tsx')).TableKeys }
})

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
  const insert = () => param.show({ mode: 'insert' })

  return (
    <section aria-label={table.name} className="flex h-full min-h-0 flex-col">
      <TableBar
        {...{ projectRef, table, rows, reading, tool }}
        suggestedColumn={activeColumn}
        onOpenTool={setTool}
        onInsert={insert}
      />
      <Suspense>
        <TableKeys
          {...{ projectRef, table, rows, reading, grid }}
          onOpenTool={setTool}
          onInsert={insert}
        />
      </Suspense>
      {(Object.keys(reading.view).length > 0 || reading.leftOut.length > 0) && (
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
          <Suspense>
            <NothingRead error={error} onRetry={() => store.retry()} />
          </Suspense>
        ) : (
          <TableRows
            gridRef={grid}
            {...{ projectRef, table, rows, reading, param }}
            onActiveColumn={setActiveColumn}
          />
        )}
        <ShownRow {...{ projectRef, table, rows, param, grid }} view={reading.view} />
      </div>
      <Unread rows={rows} />
      <Suspense fallback={<div className="h-9 flex-none border-t border-line" />}>
        <TableFooter
          {...{ projectRef, table, window, isCut: rows.isCut }}
          view={reading.view}
          onJump={rows.jump}
          onJumpTo={rows.jumpTo}
        />
      </Suspense>
    </section>
  )
}

function ShownRow(props: ComponentProps<typeof RowPanelHost>) {
  if (props.param.shown === null) return null
  return (
    <Suspense>
      <RowPanelHost {...props} />
    </Suspense>
  )
}

/** Some rows are here; the ones looked at now are not. */
function Unread({ rows: { error, window, store } }: { rows: ReturnType<typeof useTable> }) {
  if (error === null || !hasRead(window)) return null
  return (
    <Suspense>
      <ReadFailure error={error} onRetry={() => store.retry()} />
    </Suspense>
  )
}
