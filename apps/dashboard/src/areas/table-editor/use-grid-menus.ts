import type { CellPosition } from '@basalt/data-grid/grid-types'
import { useEffect, useState } from 'react'

import { late } from '../../ui/late.tsx'

export const GridMenus = late(async () => (await import('./GridMenus.tsx')).GridMenus)

type Point = { x: number; y: number }
export type OpenMenu =
  | { of: 'column'; column: string; point: Point }
  | { of: 'cell'; cell: CellPosition; point: Point }

/** The open menu of the grid. */
export function useGridMenus() {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  // Keys for a menu that is still loading do not reach the cells; Escape cancels it.
  useEffect(() => {
    if (open === null) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (!document.activeElement?.closest('[role="grid"]')) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') setOpen(null)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [open])
  return {
    open,
    /** Preloads the menus, so that one opens with the key or click. */
    prepare: GridMenus.prepare,
    openColumn: (column: string, { left, bottom }: DOMRect) =>
      setOpen({ of: 'column', column, point: { x: left, y: bottom } }),
    openCell: (cell: CellPosition, point: Point) => setOpen({ of: 'cell', cell, point }),
    close: () => setOpen(null),
  }
}
