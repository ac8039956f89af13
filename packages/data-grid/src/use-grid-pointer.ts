import { type MouseEvent, type PointerEvent as ReactPointerEvent, useRef } from 'react'

import type { CellPosition, GridSelection } from './grid-types.ts'
import { oneCell, type Bounds, clampCell } from './selection.ts'

export type GridPointer = {
  cellAt: (point: { clientX: number; clientY: number }) => CellPosition | null
  bounds: () => Bounds
  selection: GridSelection | null
  select: (selection: GridSelection) => void
  toggleRow: ((row: number, extend: boolean) => void) | undefined
}

/**
 * Selects cells with the pointer: a press selects a cell, dragging a mouse extends the range. A
 * finger scrolls, so only a tap selects a cell.
 */
export function useGridPointer(grid: GridPointer) {
  const dragging = useRef<CellPosition | null>(null)
  const release = () => {
    dragging.current = null
  }

  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      const pressed = pressedCell(event)
      if (pressed === null || event.button !== 0 || event.pointerType === 'touch') return
      if (pressed.column === -1) {
        grid.toggleRow?.(pressed.row, event.shiftKey)
      } else if (event.shiftKey && grid.selection !== null) {
        grid.select({ ...grid.selection, end: pressed })
      } else {
        dragging.current = pressed
        grid.select(oneCell(pressed))
      }
    },
    onPointerMove(event: ReactPointerEvent<HTMLElement>) {
      if (dragging.current === null) return
      const cell = grid.cellAt(event)
      if (cell === null) return
      const end = clampCell(cell, grid.bounds())
      const current = grid.selection?.end
      if (current?.row === end.row && current.column === end.column) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grid.select({ ...oneCell(dragging.current), end })
    },
    /** A finger that did not scroll. */
    onClick(event: MouseEvent<HTMLElement>) {
      const { nativeEvent } = event
      if (!('pointerType' in nativeEvent) || nativeEvent.pointerType !== 'touch') return
      const pressed = pressedCell(event)
      if (pressed === null) return
      if (pressed.column === -1) grid.toggleRow?.(pressed.row, false)
      else grid.select(oneCell(pressed))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

/** The cell that was pressed; `column` is -1 on the row's label, null outside of the rows. */
export function pressedCell(event: { target: EventTarget }): CellPosition | null {
  if (!(event.target instanceof Element)) return null
  const cell = event.target.closest<HTMLElement>('[role=gridcell], [role=rowheader]')
  const row = cell?.parentElement?.dataset['row']
  if (cell === null || row === undefined) return null
  return { row: Number(row), column: Number(cell.dataset['column'] ?? -1) }
}
