import { useRef, useState } from 'react'

import type { DataTableProps } from './data-table-props.ts'
import { rowGroup } from './roles.ts'
import { TableRow } from './TableRow.tsx'
import type { TableState } from './use-data-table.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

type Props<Row extends object> = DataTableProps<Row> & {
  state: TableState<Row>
  isInteractive: boolean
  isSelectable: boolean
}

/** The rows. One of them takes part in Tab; the arrow keys move between them. */
export function TableBody<Row extends object>(props: Props<Row>) {
  const { state, isInteractive, isSelectable, getId } = props
  const { shown, table, selected } = state
  const body = useRef<HTMLTableSectionElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const found = shown.findIndex((row) => getId(row) === activeId)
  const active = Math.max(0, found)
  const getKey = (index: number) => {
    const row = shown[index]
    return row === undefined ? String(index) : getId(row)
  }
  const rows = useRowWindow(body, { count: shown.length, getKey, active })
  const focusRow = (index: number) => {
    setActiveId(getKey(index))
    rows.focusRow(index)
  }
  const toggle = (index: number, isRange: boolean) => {
    const row = table.getRow(getKey(index))
    const isSelected = !row.getIsSelected()
    // The library finds the range by the event of a checkbox.
    row.getToggleSelectedHandler()({
      target: { checked: isRange || isSelected },
      nativeEvent: { shiftKey: isRange },
    })
  }
  const onKeyDown = useRowKeys({
    count: shown.length,
    active,
    focusRow,
    open: props.getHref === undefined && props.onOpen === undefined ? undefined : openRow,
    toggle: isSelectable ? toggle : undefined,
    selectAll: isSelectable ? () => table.toggleAllRowsSelected(true) : undefined,
    clearSelection: selected.length > 0 ? state.clearSelection : undefined,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus
    <tbody
      ref={body}
      {...rowGroup}
      data-virtual={rows.isVirtual || undefined}
      style={rows.height === undefined ? undefined : { height: rows.height }}
      onKeyDown={isInteractive ? onKeyDown : undefined}
    >
      {rows.items.map(({ index, top }) => {
        const row = shown[index]
        if (row === undefined) return null
        return (
          <TableRow
            key={getId(row)}
            {...props}
            row={row}
            index={index}
            top={top}
            measure={rows.isVirtual ? rows.measure : undefined}
            isActive={index === active}
            onFocus={() => setActiveId(getId(row))}
          />
        )
      })}
    </tbody>
  )
}

/** Follows the link or presses the button of the row, as a click on it would. */
const openRow = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-row-link]')?.click()
