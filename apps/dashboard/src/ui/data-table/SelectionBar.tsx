import { X } from 'lucide-react'

import { formatCount } from '../../lib/format/format.ts'
import { Button } from '../Button.tsx'
import type { DataTableProps } from './data-table-props.ts'
import type { TableState } from './use-data-table.ts'

type Props<Row extends object> = DataTableProps<Row> & {
  state: TableState<Row>
}

/** Takes the place of the toolbar while rows are selected. */
export function SelectionBar<Row extends object>({ rows, state, listActions, paging }: Props<Row>) {
  const { selected, shown, table, clearSelection } = state
  const hidden = selected.filter((row) => !shown.includes(row)).length
  const total = `${formatCount(rows?.length ?? 0)}${paging?.hasMore === true ? ' loaded' : ''}`
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="flex min-h-7 flex-wrap items-center gap-2 pointer-coarse:min-h-10"
    >
      <output className="tabular mr-1 font-medium">
        {formatCount(selected.length)} of {total} selected
        {hidden > 0 && (
          <span className="font-normal text-ink-faint"> ({formatCount(hidden)} not shown)</span>
        )}
      </output>
      {listActions?.(selected, clearSelection).map(({ label, isDanger, onSelect, ...action }) => (
        <Button
          key={label}
          variant={isDanger === true ? 'danger' : 'secondary'}
          {...action}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="ghost"
        className="data-table-all"
        onClick={() => table.toggleAllRowsSelected(true)}
      >
        Select all
      </Button>
      <Button variant="ghost" icon={X} onClick={clearSelection}>
        Clear selection
      </Button>
    </div>
  )
}
