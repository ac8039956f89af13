import { databaseTables, type TableDetail } from '@basalt/contract'
import { Lock, Plus, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { Filter } from './queries.ts'
import type { useTable } from './use-table.ts'

const SelectionBar = lazy(async () => ({
  default: (await import('./SelectionBar.tsx')).SelectionBar,
}))
const RowPanel = lazy(async () => ({ default: (await import('./RowPanel.tsx')).RowPanel }))

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  filter: Filter | null
  /** The column that a new filter begins with. */
  suggestedColumn: string | undefined
  onFilterChange: (filter: Filter | null) => void
}

/** What the table is and what can be done with it, or with the rows that are selected. */
export function TableBar({ projectRef, table, rows, filter, ...rest }: Props) {
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
          />
        </Suspense>
      ) : (
        <>
          <TableTitle table={table} readOnly={rows.readOnly} />
          <FilterBar
            columns={table.columns}
            filter={filter}
            suggested={rest.suggestedColumn}
            onChange={rest.onFilterChange}
          />
        </>
      )}
      <span className="flex-1" />
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

function TableTitle({ table, readOnly }: { table: TableDetail; readOnly: string | undefined }) {
  return (
    <>
      <h1 className="min-w-0 truncate font-semibold" title={table.comment ?? undefined}>
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
