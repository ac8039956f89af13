import { Copy, Download, Pin, PinOff } from 'lucide-react'

import { plural } from '../../../../lib/format/format.ts'
import type { Rows } from '../../../../product/rows/value-kinds.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { SearchInput } from '../../../../ui/Input.tsx'
import type { MenuItem } from '../../../../ui/menu-props.ts'
import { Menu } from '../../../../ui/Menu.tsx'
import { copyRows, downloadParquet, downloadRows } from './result-files.ts'

type Props = {
  /** The rows for copies and downloads: all shown ones, or the selected ones. */
  rows: Rows
  isSelection: boolean
  name: string
  filter: { text: string; onChange: (text: string) => void } | undefined
  /** Why not all rows of the statement are here. */
  missing: string | undefined
  /** Why the rows cannot be taken yet. */
  waiting: string | undefined
  pin: { isPinned: boolean; onToggle: () => void } | undefined
  onInsert: (() => void) | undefined
  /** Offered when not all rows are here; it runs the statement again. */
  onFull: (() => void) | undefined
}

/** Actions on the rows of a result. */
export function ResultTools(props: Props) {
  const { rows, isSelection, name, filter, missing, waiting, pin, onInsert, onFull } = props
  const cut: MenuItem[] =
    missing === undefined || isSelection
      ? []
      : [{ kind: 'heading', label: `Incomplete: ${lower(missing)}` }]
  const what = isSelection ? plural(rows.count, 'selected row') : plural(rows.count, 'row')
  const copying: MenuItem[] = [
    { kind: 'heading', label: `Copy ${what} as` },
    ...cut,
    { label: 'Markdown', onSelect: () => void copyRows(rows, 'markdown') },
    { label: 'JSON', onSelect: () => void copyRows(rows, 'json') },
    { label: 'CSV', onSelect: () => void copyRows(rows, 'csv') },
    ...(onInsert === undefined ? [] : [{ label: 'INSERT statements…', onSelect: onInsert }]),
  ]
  const downloading: MenuItem[] = [
    { kind: 'heading', label: `Download ${what}` },
    ...cut,
    { label: 'Download CSV', onSelect: () => downloadRows(rows, 'csv', name) },
    { label: 'Download JSON', onSelect: () => downloadRows(rows, 'json', name) },
    { label: 'Download Parquet', onSelect: () => void downloadParquet(rows, name) },
    ...(onFull === undefined
      ? []
      : [{ kind: 'separator' as const }, { label: 'Run again and export…', onSelect: onFull }]),
  ]
  return (
    <div className="flex items-center gap-1 max-tablet:grow">
      {filter !== undefined && (
        <SearchInput
          label="Filter rows"
          value={filter.text}
          onChange={filter.onChange}
          className="w-36 max-tablet:grow tablet:w-48"
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Copy} label="Copy rows" disabledReason={waiting} />}
        items={copying}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={Download} label="Download rows" disabledReason={waiting} />}
        items={downloading}
      />
      {pin !== undefined && (
        <IconButton
          icon={pin.isPinned ? PinOff : Pin}
          label={pin.isPinned ? 'Unpin result' : 'Pin result'}
          disabledReason={waiting}
          onClick={pin.onToggle}
        />
      )}
    </div>
  )
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
