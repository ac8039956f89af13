import type { Column } from '@basalt/contract/database/tables'

import { copyText } from '../../lib/browser/clipboard.ts'
import { getMove, withFrozen, withHidden, withMoved } from './column-arranging.ts'
import { type ColumnLayout, shownColumns } from './column-layout.ts'
import type { MenuEntry } from './menus/menu-entries.ts'
import { PointMenu } from './menus/PointMenu.tsx'
import { unorderedReason } from './sort/has-order.ts'

type Props = {
  column: Column
  /** Names of all columns, as the table has them. */
  names: readonly string[]
  layout: ColumnLayout
  onLayoutChange: (layout: ColumnLayout) => void
  onFit: () => void
  /** Without it the rows cannot be ordered. */
  onSort: ((column: string, direction: 'ascending' | 'descending') => void) | undefined
  sorted: 'ascending' | 'descending' | undefined
  entries: readonly MenuEntry[]
  point: { x: number; y: number }
  onClosed: (isFocusFree: boolean) => void
}

/** Actions on a column, opened from its header. */
export function ColumnMenu(props: Props) {
  const { column, point, entries, onClosed } = props
  return (
    <PointMenu
      label={`Column ${column.name}`}
      point={point}
      groups={[sorting(props), arranging(props), entries]}
      onClosed={onClosed}
    />
  )
}

function sorting({ column, onSort, sorted }: Props): MenuEntry[] {
  if (onSort === undefined) return []
  const entry = (direction: 'ascending' | 'descending'): MenuEntry => ({
    id: `sort-${direction}`,
    label: `Sort ${direction}`,
    disabledReason:
      unorderedReason(column) ??
      (sorted === direction ? 'Rows are already in this order' : undefined),
    onSelect: () => onSort(column.name, direction),
  })
  return [entry('ascending'), entry('descending')]
}

function arranging({ column, names, layout, onLayoutChange, onFit }: Props): MenuEntry[] {
  const { name } = column
  const isFrozen = layout.frozen.includes(name)
  const move = (by: -1 | 1): MenuEntry => {
    const to = getMove(layout, names, { name, by })
    return {
      id: by === 1 ? 'move-right' : 'move-left',
      label: by === 1 ? 'Move right' : 'Move left',
      keys: by === 1 ? 'alt+shift+→' : 'alt+shift+←',
      disabledReason: to === undefined ? 'The column cannot move further' : undefined,
      onSelect: () => to !== undefined && onLayoutChange(withMoved(layout, names, { name, ...to })),
    }
  }
  return [
    { id: 'copy-name', label: 'Copy name', onSelect: () => void copyText(name) },
    { id: 'fit', label: 'Fit width', onSelect: onFit },
    {
      id: 'freeze',
      label: isFrozen ? 'Unfreeze' : 'Freeze',
      onSelect: () => onLayoutChange(withFrozen(layout, name, !isFrozen)),
    },
    {
      id: 'hide',
      label: 'Hide',
      disabledReason:
        shownColumns(names, layout).length === 1
          ? 'At least one column must stay visible'
          : undefined,
      onSelect: () => onLayoutChange(withHidden(layout, name, true)),
    },
    move(-1),
    move(1),
  ]
}
