import { lazy, useState } from 'react'

import type { CellPosition } from '../../ui/grid/grid-types.ts'

const loadMenus = () => import('./GridMenus.tsx')
export const GridMenus = lazy(async () => ({ default: (await loadMenus()).GridMenus }))

type Point = { x: number; y: number }
export type OpenMenu =
  | { of: 'column'; column: string; point: Point }
  | { of: 'cell'; cell: CellPosition; point: Point }

/** Which menu of the grid is open. */
export function useGridMenus() {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  const prepare = () => void loadMenus()
  return {
    open,
    /** Fetches the menus before one is asked for, so that it is there with the key or press. */
    prepare,
    openColumn: (column: string, { left, bottom }: DOMRect) =>
      setOpen({ of: 'column', column, point: { x: left, y: bottom } }),
    openCell: (cell: CellPosition, point: Point) => setOpen({ of: 'cell', cell, point }),
    close: () => setOpen(null),
  }
}
