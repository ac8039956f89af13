import type { CellPosition } from '@basalt/data-grid/grid-types'

import type { MenuEntry } from '../menus/menu-entries.ts'
import { useInsertDenied } from './insert-rows.ts'
import { RowPanelHost } from './late-row-panel.ts'
import { keyAt, type RowPosition } from './row-keys.ts'

/** Row actions in the menu of a cell. */
export function useRowEntries(scope: RowPosition) {
  const { table, rows, param } = scope
  const insertDenied = useInsertDenied(table)
  return (cell: CellPosition): MenuEntry[] => {
    RowPanelHost.prepare()
    const key = keyAt(scope, cell)
    const keyless = key === null ? 'This row has no key' : undefined
    return [
      {
        id: 'edit-row',
        label: rows.readOnly === undefined ? 'Edit row' : 'Show row',
        keys: 'mod+enter',
        disabledReason: keyless,
        onSelect: () => key && param.show({ mode: 'edit', key }),
      },
      {
        id: 'duplicate-row',
        label: 'Duplicate row',
        disabledReason: insertDenied ?? keyless,
        onSelect: () => key && param.show({ mode: 'copy', key }),
      },
    ]
  }
}
