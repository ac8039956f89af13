import type { TableDetail } from '@basalt/contract'
import type { KeyboardEvent } from 'react'

import type { CellPosition } from '../../../ui/grid/grid-types.ts'
import type { MenuEntry } from '../menu-entries.ts'
import { keyReader } from '../row-key.ts'
import { rowAt } from '../row-window.ts'
import type { useTable } from '../use-table.ts'
import { useInsertDenied } from './insert-rows.ts'
import { RowPanelHost } from './late-row-panel.ts'
import type { RowParam } from './use-row-param.ts'

type Place = { table: TableDetail; rows: ReturnType<typeof useTable>; param: RowParam }

/** What the menu and the keys of a cell do with its row: Mod+Enter opens it in the panel. */
export function useRowActions({ table, rows, param }: Place) {
  const insertDenied = useInsertDenied(table)
  const keyAt = ({ row }: CellPosition): string[] | null => {
    const found = rowAt(rows.store.get().window, row)
    return found === undefined ? null : keyReader(table)(found)
  }
  const keyless = (key: string[] | null) =>
    key === null ? 'This row has no key of its own' : undefined

  return {
    cellEntries: (cell: CellPosition): MenuEntry[] => {
      RowPanelHost.prepare()
      const key = keyAt(cell)
      return [
        {
          id: 'edit-row',
          label: rows.readOnly === undefined ? 'Edit row' : 'Show row',
          keys: 'mod+enter',
          disabledReason: keyless(key),
          onSelect: () => key && param.show({ mode: 'edit', key }),
        },
        {
          id: 'duplicate-row',
          label: 'Duplicate row',
          disabledReason: insertDenied ?? keyless(key),
          onSelect: () => key && param.show({ mode: 'copy', key }),
        },
      ]
    },
    onKey: (event: KeyboardEvent, cell: CellPosition): boolean | 'page' => {
      // The bar of the chosen rows asks whether they go; no cell is cleared meanwhile.
      if (rows.chosen.count > 0 && /^(?:Delete|Backspace)$/u.test(event.key)) {
        rows.chosen.askToDelete()
        return 'page'
      }
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return false
      const key = keyAt(cell)
      if (key !== null) param.show({ mode: 'edit', key })
      return key !== null
    },
  }
}
