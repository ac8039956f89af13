import type { TableDetail } from '@basalt/contract/database/tables'
import type { GridHandle } from '@basalt/data-grid/grid-types'
import { type ComponentProps, useRef, useState } from 'react'

import { whenIdle } from '../../lib/browser/when-idle.ts'
import { late } from '../../ui/late.tsx'
import { useTable } from './changes/use-table.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import { RowPanelHost } from './row-panel/late-row-panel.ts'
import { useRowParam } from './row-panel/use-row-param.ts'
import { hasRead } from './rows/row-window.ts'
import { TableBar } from './TableBar.tsx'
import { TableRows } from './TableRows.tsx'
import { RowsReadOnly } from './tables/rows-denied.ts'
import { keepFocus } from './tables/rows-focus.ts'
import type { TableReading } from './view/use-table-view.ts'

const loadFailures = () => import('./read-failures.tsx')
const NothingRead = late(async () => (await loadFailures()).NothingRead)
const ReadFailure = late(async () => (await loadFailures()).ReadFailure)
const TableFooter = late(async () => (await import('./TableFooter.tsx')).TableFooter)
const AppliedView = late(async () => (await import('./AppliedView.tsx')).AppliedView)

const TableKeys = late(async () => {
  await whenIdle()
  return (await import('./TableKeys.tsx')).TableKeys
})

type Props = {
  projectRef: string
  table: TableDetail
  reading: TableReading
}

/** One table: its bar, its rows, its footer. Its parent keys it by table. */
export function TableView({ projectRef, table, reading }: Props) {
  const grid = useRef<GridHandle>(null)
  const rows = useTable({ ref: projectRef, table, view: reading.view }, grid)
  const [activeColumn, setActiveColumn] = useState<string>()
  const [tool, setTool] = useState<ReadingTool>()
  const { store, window, error } = rows
  const param = useRowParam(projectRef, table.id)
  const unread = hasRead(window) ? null : error
  const insert = () => param.show({ mode: 'insert' })

  return (
    <RowsReadOnly value={rows.watched}>
      <section ref={keepFocus} aria-label={table.name} className="flex h-full min-h-0 flex-col">
        <TableBar
          {...{ projectRef, table, rows, reading, tool }}
          suggestedColumn={activeColumn}
          onOpenTool={setTool}
          onInsert={insert}
        />
        <TableKeys
          {...{ projectRef, table, rows, reading, grid }}
          onOpenTool={setTool}
          onInsert={insert}
        />
        {(Object.keys(reading.view).length > 0 || reading.omitted.length > 0) && (
          <AppliedView
            {...{ projectRef, table, store, reading }}
            onOpen={setTool}
            onCleared={() => grid.current?.focus()}
          />
        )}
        <div className="relative flex min-h-0 flex-1">
          {unread !== null ? (
            <NothingRead error={unread} onRetry={() => store.retry()} />
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
        <TableFooter
          fallback={<div className="h-9 flex-none border-t border-line" />}
          {...{ projectRef, table, window, isCut: rows.isCut }}
          isUnread={unread !== null}
          view={reading.view}
          onSort={reading.sortBy}
          onJump={rows.jump}
          onJumpTo={rows.jumpTo}
        />
      </section>
    </RowsReadOnly>
  )
}

function ShownRow(props: ComponentProps<typeof RowPanelHost>) {
  if (props.param.shown === null) return null
  return <RowPanelHost {...props} />
}

/** Some rows are loaded; the visible ones failed. */
function Unread({ rows: { error, window, store } }: { rows: ReturnType<typeof useTable> }) {
  if (error === null || !hasRead(window)) return null
  return <ReadFailure error={error} onRetry={() => store.retry()} />
}
