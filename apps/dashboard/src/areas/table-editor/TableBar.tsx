import type { TableDetail } from '@basalt/contract/database/tables'
import { Plus } from 'lucide-react'

import { Button } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import type { useTable } from './changes/use-table.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import { useInsertDenied } from './row-panel/insert-rows.ts'
import { RowPanelHost } from './row-panel/late-row-panel.ts'
import type { TableReading } from './view/use-table-view.ts'

const SelectionHost = late(async () => (await import('./SelectionHost.tsx')).SelectionHost)

const ReadOnlyMark = late(async () => (await import('./ReadOnlyMark.tsx')).ReadOnlyMark)

const loadTools = () => import('./BarTools.tsx')
const BarTools = late(async () => (await loadTools()).BarTools)
const BarReading = late(async () => (await loadTools()).BarReading)

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  reading: TableReading
  /** The default column of a new filter. */
  suggestedColumn: string | undefined
  tool: ReadingTool | undefined
  onOpenTool: (tool: ReadingTool | undefined) => void
  onInsert: () => void
}

/** The table and its actions, or those of the selected rows. */
export function TableBar({ projectRef, table, rows, reading, tool, ...rest }: Props) {
  const { suggestedColumn } = rest
  const { chosen } = rows

  return (
    <div className="@container/bar flex flex-none items-end gap-2 border-b border-line px-3 max-tablet:h-11 max-tablet:items-center tablet:py-[7.5px]">
      <div className="flex min-w-0 flex-1 items-center gap-x-2 gap-y-1 self-stretch max-tablet:overflow-x-auto tablet:flex-wrap">
        {chosen.count > 0 ? (
          <SelectionHost {...{ projectRef, table, rows }} view={reading.view} />
        ) : (
          <>
            <TableTitle table={table} readOnly={rows.readOnly} />
            <BarReading
              fallback={<span className="w-80" />}
              {...{ projectRef, table, reading, suggestedColumn, tool }}
              onOpenTool={rest.onOpenTool}
            />
          </>
        )}
        <div className="flex flex-1 items-center gap-1 max-tablet:contents">
          <span className="flex-1" />
          <BarTools
            fallback={<span className="w-72 @min-[960px]/bar:w-[400px]" />}
            {...{ projectRef, table, rows, reading }}
          />
        </div>
      </div>
      {/* X On a phone the other tools scroll next to it, and not below it. */}
      <InsertButton table={table} onPress={rest.onInsert} />
    </div>
  )
}

function TableTitle({ table, readOnly }: { table: TableDetail; readOnly: string | undefined }) {
  return (
    <>
      <h1 className="max-w-60 flex-none truncate font-semibold" title={table.comment ?? undefined}>
        {table.name}
      </h1>
      {readOnly !== undefined && (
        <ReadOnlyMark fallback={<span className="w-24" />} table={table} reason={readOnly} />
      )}
    </>
  )
}

type InsertProps = { table: TableDetail; onPress: () => void }

function InsertButton({ table, onPress }: InsertProps) {
  const denied = useInsertDenied(table)
  return (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={denied}
      onPointerEnter={RowPanelHost.prepare}
      onFocus={RowPanelHost.prepare}
      onClick={onPress}
    >
      <span className="max-tablet:sr-only">Insert row</span>
    </Button>
  )
}
