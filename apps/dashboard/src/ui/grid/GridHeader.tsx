// Header cells are positioned like the cells below them, which table markup cannot be.
// oxlint-disable jsx-a11y/prefer-tag-over-role

import { type PointerEvent, useState } from 'react'

import { maxColumnWidth, minColumnWidth } from './geometry.ts'
import type { GridColumn } from './grid-types.ts'

type Props = {
  columns: readonly GridColumn[]
  offsets: readonly number[]
  /** Columns `[first, end)` that are in view. */
  shown: { first: number; end: number }
  /** Told while a column is dragged, and with `done` when it is let go. */
  onResize: (id: string, width: number, done: boolean) => void
  /** Asked for by a double click: as wide as what is in view needs. */
  onFit: (index: number) => void
}

export function GridHeader({ columns, offsets, shown, onResize, onFit }: Props) {
  return (
    <div className="grid-header" role="row" aria-rowindex={1}>
      <div className="grid-corner" role="columnheader" aria-colindex={1}>
        <span className="sr-only">Row</span>
      </div>
      <div className="grid-header-columns" role="presentation" data-part="header">
        {columns.slice(shown.first, shown.end).map((column, at) => {
          const index = shown.first + at
          const left = offsets[index] ?? 0
          return (
            <div
              key={column.id}
              className="grid-column-header"
              role="columnheader"
              aria-colindex={index + 2}
              title={column.hint}
              style={{ left, width: (offsets[index + 1] ?? left) - left }}
            >
              {column.icon}
              <span className="grid-column-name">{column.name}</span>
              {column.detail !== undefined && (
                <span className="grid-column-detail">{column.detail}</span>
              )}
              <Resizer
                width={(offsets[index + 1] ?? left) - left}
                onResize={(width, done) => onResize(column.id, width, done)}
                onFit={() => onFit(index)}
              />
            </div>
          )
        })}
      </div>
    </div>
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
