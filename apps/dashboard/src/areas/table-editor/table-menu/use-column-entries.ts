import { tableRights } from '@basalt/contract/database/table-rights'
import type { Column, TableDetail } from '@basalt/contract/database/tables'

import { useDenied } from '../../../lib/access/access.tsx'
import type { MenuEntry } from '../menus/menu-entries.ts'
import { isView } from '../tables/is-view.ts'
import { protectedReason } from '../tables/kind-word.ts'

/** A column that is to be edited or deleted, by its name. */
export type ColumnDesign = { column?: string; removing?: string }

/** Entries of a column header's menu that change the column. */
export function useColumnEntries(table: TableDetail, onDesign: (requested: ColumnDesign) => void) {
  const denied = useDenied(tableRights.change, 'change tables')
  const disabledReason =
    denied ??
    protectedReason(table) ??
    (isView(table) ? 'The columns of a view are defined by its query' : undefined)
  return ({ name }: Column): MenuEntry[] => [
    {
      id: 'edit-column',
      label: 'Edit column',
      disabledReason,
      onSelect: () => onDesign({ column: name }),
    },
    {
      id: 'drop-column',
      label: 'Delete column',
      isDanger: true,
      disabledReason,
      onSelect: () => onDesign({ removing: name }),
    },
  ]
}
