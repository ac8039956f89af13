// Header cells are positioned like the cells below them, which table markup cannot be.
// oxlint-disable jsx-a11y/prefer-tag-over-role

import { type PointerEvent, useState, useSyncExternalStore } from 'react'

import { maxColumnWidth, minColumnWidth } from './geometry.ts'
import type { GridColumn } from './grid-types.ts'
import type { Viewport } from './viewport.ts'

type Props = {
  /** Columns on the screen, by place. */
  columns: readonly GridColumn[]
  offsets: readonly number[]
  /** Receives the columns in view. */
  viewport: Viewport
  /** Called while a column is resized by dragging, and with `done` at the end of the drag. */
  onResize: (id: string, width: number, done: boolean) => void
  /** Called by a double click: the column is to fit its content in view. */
  onFit: (position: number) => void
  onMenu: ((id: string, anchor: DOMRect) => void) | undefined
  /** A press that may become a move of the column. */
  onPress: (event: PointerEvent, position: number) => void
}

/** Headings of the columns in view, rendered in the same frame as the cells below. */
export function GridHeader({ columns, viewport, ...props }: Props) {
  const inView = useSyncExternalStore(viewport.watchColumns, viewport.columnsShown)
  const heading = (column: GridColumn, position: number, isFrozen: boolean) => (
    <Heading key={column.id} {...props} column={column} position={position} isFrozen={isFrozen} />
  )
  const { frozen, first, end } = inView
  return (
    <div className="grid-header" role="row" aria-rowindex={1}>
      <div className="grid-corner" role="columnheader" aria-colindex={1}>
        <span className="sr-only">Row</span>
      </div>
      <div className="grid-header-columns" role="presentation" data-part="header">
        {columns.slice(0, frozen).map((column, at) => heading(column, at, true))}
        {columns.slice(first, end).map((column, at) => heading(column, first + at, false))}
      </div>
    </div>
  )
}

type HeadingProps = Omit<Props, 'columns' | 'viewport'> & {
  column: GridColumn
  position: number
  isFrozen: boolean
}

function Heading({ column, position, isFrozen, offsets, onMenu, ...props }: HeadingProps) {
  const left = offsets[position] ?? 0
  const width = (offsets[position + 1] ?? left) - left
  return (
    <div
      className={isFrozen ? 'grid-column-header grid-column-frozen' : 'grid-column-header'}
      role="columnheader"
      aria-colindex={position + 2}
      aria-sort={column.sorted}
      title={column.hint}
      style={{ left, width }}
    >
      {onMenu === undefined ? (
        <HeadingText column={column} />
      ) : (
        <button
          type="button"
          // The grid is one stop of the Tab key; Alt and Arrow down ask for the menu.
          tabIndex={-1}
          className="grid-column-button"
          aria-haspopup="menu"
          onPointerDown={(event) => props.onPress(event, position)}
          onClick={(event) => onMenu(column.id, event.currentTarget.getBoundingClientRect())}
          onContextMenu={(event) => {
            event.preventDefault()
            event.stopPropagation()
            onMenu(column.id, event.currentTarget.getBoundingClientRect())
          }}
        >
          <HeadingText column={column} />
        </button>
      )}
      <Resizer
        width={width}
        onResize={(next, done) => props.onResize(column.id, next, done)}
        onFit={() => props.onFit(position)}
      />
    </div>
  )
}

function HeadingText({ column }: { column: GridColumn }) {
  return (
    <>
      {column.icon}
      <span className="grid-column-name">{column.name}</span>
      {column.detail !== undefined && <span className="grid-column-detail">{column.detail}</span>}
      {column.sorted !== undefined && (
        <span aria-hidden className="grid-column-sort">
          {column.sorted === 'ascending' ? '↑' : '↓'}
        </span>
      )}
    </>
  )
}

function Resizer(props: {
  width: number
  onResize: (width: number, done: boolean) => void
  onFit: () => void
}) {
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)

  function widthAt(event: PointerEvent): number {
    if (from === null) return props.width
    const width = from.width + event.clientX - from.x
    return Math.round(Math.max(minColumnWidth, Math.min(width, maxColumnWidth)))
  }

  return (
    <div
      className="grid-resizer"
      aria-hidden="true"
      data-dragging={from !== null}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, width: props.width })
      }}
      onPointerMove={(event) => {
        if (from !== null) props.onResize(widthAt(event), false)
      }}
      onPointerUp={(event) => {
        if (from === null) return
        if (event.clientX !== from.x) props.onResize(widthAt(event), true)
        setFrom(null)
      }}
      onPointerCancel={() => setFrom(null)}
      onDoubleClick={props.onFit}
    />
  )
}
