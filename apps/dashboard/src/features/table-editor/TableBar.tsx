import { databaseTables, type RowView, type RowViewer, type TableDetail } from '@basalt/contract'
import { Lock, Plus, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { ReadingBar, type ReadingTool } from './ReadingBar.tsx'
import type { useTable } from './use-table.ts'
import { ViewAs } from './view-as/ViewAs.tsx'
import type { TableReading } from './view/use-table-view.ts'

const SelectionBar = lazy(async () => ({
  default: (await import('./SelectionBar.tsx')).SelectionBar,
}))
const RowPanel = lazy(async () => ({ default: (await import('./RowPanel.tsx')).RowPanel }))

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
}

/** What the table is and what can be done with it, or with the rows that are selected. */
export function TableBar({ projectRef, table, rows, reading, ...rest }: Props) {
  const [isInserting, setIsInserting] = useState(false)
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
      <InsertButton table={table} onPress={() => setIsInserting(true)} />
      {isInserting && (
        <Suspense>
          <RowPanel
            projectRef={projectRef}
            table={table}
            onClose={() => setIsInserting(false)}
            onInserted={(row) => {
              setIsInserting(false)
              rows.showInserted(row)
            }}
          />
        </Suspense>
      )}
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

const insertable: ReadonlySet<TableDetail['kind']> = new Set([
  'table',
  'partitioned_table',
  'foreign_table',
])

function InsertButton({ table, onPress }: { table: TableDetail; onPress: () => void }) {
  const denied = useDenied(databaseTables.insertRow, 'insert rows')
  const kind = insertable.has(table.kind)
    ? undefined
    : 'Rows are inserted into tables, not into views'
  return (
    <Button variant="primary" icon={Plus} disabledReason={denied ?? kind} onClick={onPress}>
      Insert row
    </Button>
  )
}
