import type { RowView, RowViewer, TableDetail } from '@basalt/contract'
import { Lock, Plus, RotateCw } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { Button, IconButton } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { ReadingBar, type ReadingTool } from './ReadingBar.tsx'
import { preloadRowPanel, useInsertDenied } from './row-panel/RowPanelHost.tsx'
import type { useTable } from './use-table.ts'
import { ViewAs } from './view-as/ViewAs.tsx'
import type { TableReading } from './view/use-table-view.ts'

const SelectionBar = lazy(async () => ({
  default: (await import('./SelectionBar.tsx')).SelectionBar,
}))

const ChangesBar = lazy(async () => ({
  default: (await import('./changes/ChangesBar.tsx')).ChangesBar,
}))

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  reading: TableReading
  /** The column that a new filter begins with. */
  suggestedColumn: string | undefined
  tool: ReadingTool | undefined
  onOpenTool: (tool: ReadingTool | undefined) => void
  onInsert: () => void
}

/** What the table is and what can be done with it, or with the rows that are selected. */
export function TableBar({ projectRef, table, rows, reading, ...rest }: Props) {
  const { chosen } = rows

  return (
    <div className="flex h-11 flex-none items-center gap-2 overflow-x-auto border-b border-line px-3">
      {chosen.keys.length > 0 ? (
        <Suspense>
          <SelectionBar
            projectRef={projectRef}
            table={table}
            keys={chosen.keys}
            onClear={chosen.clear}
            onDeleted={rows.showDeleted}
            onStage={rows.stageDeletes}
          />
        </Suspense>
      ) : (
        <>
          <TableTitle table={table} readOnly={rows.readOnly} />
          <ReadingBar
            projectRef={projectRef}
            table={table}
            reading={reading}
            suggestedColumn={rest.suggestedColumn}
            opened={rest.tool}
            onOpen={rest.onOpenTool}
          />
          <ViewAs
            projectRef={projectRef}
            viewer={reading.view.as}
            isOpen={rest.tool === 'viewer'}
            onOpenChange={(isOpen) => rest.onOpenTool(isOpen ? 'viewer' : undefined)}
            onChange={(viewer) => reading.change(viewing(reading.view, viewer))}
          />
        </>
      )}
      <span className="flex-1" />
      <ColumnsButton projectRef={projectRef} table={table} />
      <Suspense fallback={<span className="w-40" />}>
        <ChangesBar projectRef={projectRef} table={table} rows={rows} />
      </Suspense>
      <IconButton icon={RotateCw} label="Read the rows again" onClick={() => void rows.refresh()} />
      <ImportButton table={table} onDone={() => void rows.refresh()} />
      <InsertButton table={table} onPress={rest.onInsert} />
    </div>
  )
}

function viewing(view: RowView, viewer: RowViewer | undefined): RowView {
  const { as: _, ...rest } = view
  return viewer === undefined ? rest : { ...rest, as: viewer }
}

function TableTitle({ table, readOnly }: { table: TableDetail; readOnly: string | undefined }) {
  return (
    <>
      <h1 className="max-w-60 flex-none truncate font-semibold" title={table.comment ?? undefined}>
        {table.name}
      </h1>
      {readOnly !== undefined && (
        <Tooltip content={readOnly}>
          <button type="button" aria-label={`Read-only: ${readOnly}`} className="flex-none">
            <Badge>
              <Lock aria-hidden className="mr-1 size-3!" />
              Read-only
            </Badge>
          </button>
        </Tooltip>
      )}
    </>
  )
}

function InsertButton({ table, onPress }: { table: TableDetail; onPress: () => void }) {
  const denied = useInsertDenied(table)
  return (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={denied}
      onPointerEnter={preloadRowPanel}
      onFocus={preloadRowPanel}
      onClick={onPress}
    >
      Insert row
    </Button>
  )
}
