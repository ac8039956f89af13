import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView, RowViewer } from '@basalt/pg-model'
import { RotateCw } from 'lucide-react'

import { ToolButton } from '../../ui/Button.tsx'
import { fadeBar } from '../../ui/fade-edges.ts'
import { clearSteps } from './changes/undo-steps.ts'
import type { useTable } from './changes/use-table.ts'
import { ChangesBar } from './ChangesBar.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { ExportButton } from './export/ExportButton.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { ReadingBar, type ReadingTool } from './ReadingBar.tsx'
import { ViewAs } from './view-as/ViewAs.tsx'
import type { TableReading } from './view/use-table-view.ts'

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  reading: TableReading
}

/** The part of the bar that is independent of the selection; it is loaded after the rows. */
export function BarTools({ projectRef, table, rows, reading }: Props) {
  return (
    <>
      <ColumnsButton projectRef={projectRef} table={table} />
      <ChangesBar {...{ projectRef, table, rows }} view={reading.view} />
      <ToolButton
        icon={RotateCw}
        label="Refresh"
        name="Refresh"
        onClick={() => void rows.refresh()}
      />
      <ExportButton {...{ projectRef, table }} view={reading.view} chosen={rows.chosen} />
      <ImportButton
        table={table}
        onDone={() => {
          clearSteps(rows.undo.steps)
          void rows.refresh()
        }}
      />
      <span ref={fadeBar} hidden />
    </>
  )
}

type ReadingProps = Pick<Props, 'projectRef' | 'table' | 'reading'> & {
  /** The default column of a new filter. */
  suggestedColumn: string | undefined
  tool: ReadingTool | undefined
  onOpenTool: (tool: ReadingTool | undefined) => void
}

/** The filter, order and impersonated role of the rows. */
export function BarReading({ projectRef, table, reading, tool, ...rest }: ReadingProps) {
  const { onOpenTool } = rest
  return (
    <>
      <ReadingBar
        {...{ projectRef, table, reading }}
        suggestedColumn={rest.suggestedColumn}
        opened={tool}
        onOpen={onOpenTool}
      />
      <ViewAs
        projectRef={projectRef}
        viewer={reading.view.as}
        isOpen={tool === 'viewer'}
        onOpenChange={(isOpen) => onOpenTool(isOpen ? 'viewer' : undefined)}
        onChange={(viewer) => reading.change(viewing(reading.view, viewer))}
      />
    </>
  )
}

function viewing(view: RowView, viewer: RowViewer | undefined): RowView {
  const { as: _, ...rest } = view
  return viewer === undefined ? rest : { ...rest, as: viewer }
}
