import type { CopyFormat, GridHandle } from '@basalt/data-grid/grid-types'
import type { RefObject } from 'react'

import type { MenuEntry } from './menus/menu-entries.ts'
import { PointMenu } from './menus/PointMenu.tsx'

type Props = {
  gridRef: RefObject<GridHandle | null>
  /** Why the cells cannot be cleared; undefined when they can. */
  clearRefused: string | undefined
  entries: readonly MenuEntry[]
  point: { x: number; y: number }
  onClosed: (isFocusFree: boolean) => void
}

/** Actions on the selected cells and their rows. */
export function CellMenu({ gridRef, clearRefused, entries, point, onClosed }: Props) {
  const copying: MenuEntry[] = [
    { label: 'Copy', format: 'cells' as const, keys: 'mod+c' },
    { label: 'Copy row', format: 'rows' as const },
    { label: 'Copy as CSV', format: 'csv' as const },
    { label: 'Copy as JSON', format: 'json' as const },
    { label: 'Copy as Markdown', format: 'markdown' as const },
  ].map(({ format, ...entry }) => ({
    id: `copy-${format}`,
    ...entry,
    onSelect: () => copy(gridRef, format),
  }))
  const clearing: MenuEntry = {
    id: 'set-null',
    label: 'Set NULL',
    keys: 'Delete',
    disabledReason: clearRefused,
    onSelect: () => gridRef.current?.clear(),
  }
  return (
    <PointMenu
      label="Cell"
      point={point}
      groups={[copying, [clearing], entries]}
      onClosed={onClosed}
    />
  )
}

const copy = ({ current }: Props['gridRef'], format: CopyFormat) => current?.copy(format)
