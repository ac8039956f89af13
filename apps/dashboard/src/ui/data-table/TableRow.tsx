import type { MouseEvent, ReactNode } from 'react'

import { Link } from '../../lib/Link.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { rowRole } from './roles.ts'
import type { Column } from './table-model.ts'
import type { TableState } from './use-data-table.ts'

type Props<Row extends object> = DataTableProps<Row> & {
  state: TableState<Row>
  row: Row
  index: number
  /** Where the row stands in a long table. */
  top: number | undefined
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
  isInteractive: boolean
  isSelectable: boolean
  isActive: boolean
  onFocus: () => void
}

export function TableRow<Row extends object>({ measure, ...props }: Props<Row>) {
  const { state, row, index, top, isInteractive, isSelectable, openId, getId } = props
  const id = getId(row)
  const isSelected = isSelectable && state.table.getRow(id).getIsSelected()
  const cellRole = isInteractive ? 'gridcell' : 'cell'
  const name = state.visible.find(({ isName }) => isName === true) ?? state.visible[0]
  const isOpenable = props.getHref !== undefined || props.onOpen !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the body has the keys
    <tr
      {...rowRole}
      ref={measure}
      data-index={index}
      data-openable={isOpenable || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      aria-current={openId === id || undefined}
      tabIndex={isInteractive ? Number(props.isActive) - 1 : undefined}
      style={top === undefined ? undefined : { top }}
      onFocus={isInteractive ? props.onFocus : undefined}
      onClick={isOpenable ? openByRow : undefined}
    >
      {isSelectable && (
        <td role={cellRole} data-role="select">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${props.getName?.(row) ?? id}`}
            checked={isSelected}
            onChange={state.table.getRow(id).getToggleSelectedHandler()}
          />
        </td>
      )}
      {state.visible.map((column) => (
        <td
          key={column.id}
          role={cellRole}
          data-role={column === name ? 'name' : undefined}
          data-align={column.align}
          data-hide={column.hideBelow}
          data-label={column === name || column.hasLabel === false ? undefined : column.header}
        >
          {column === name ? <Name {...props} column={column} /> : column.cell(row)}
          {column.detail?.(row)}
        </td>
      ))}
      {props.renderActions !== undefined && (
        <td role={cellRole} data-role="actions">
          {props.renderActions(row)}
        </td>
      )}
    </tr>
  )
}

const linkClass = 'min-w-0 text-left break-words underline-offset-2 hover:underline'

type NameProps<Row extends object> = Pick<DataTableProps<Row>, 'getHref' | 'onOpen'> & {
  row: Row
  column: Column<Row>
}

/** The row's link or button. The row itself has the focus and the keys. */
function Name<Row extends object>({ row, column, getHref, onOpen }: NameProps<Row>): ReactNode {
  if (getHref !== undefined) {
    return (
      <Link data-row-link tabIndex={-1} href={getHref(row)} className={linkClass}>
        {column.cell(row)}
      </Link>
    )
  }
  if (onOpen === undefined) return column.cell(row)
  return (
    <button
      type="button"
      data-row-link
      tabIndex={-1}
      className={linkClass}
      onClick={() => onOpen(row)}
    >
      {column.cell(row)}
    </button>
  )
}

/** A click outside the controls of a row opens it too, unless it ends a selection of text. */
function openByRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  // The menu of a row is elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest('a, button, input, label, select') !== null) return
  if (getSelection()?.isCollapsed === false) return
  currentTarget.querySelector<HTMLElement>('[data-row-link]')?.click()
}
