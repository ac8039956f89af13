import { databaseDefinitions } from '@basalt/contract/database/definitions'
import { type ReactNode, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { DefinitionPanel } from '../definition/DefinitionPanel.tsx'
import type { MenuEntry } from '../menus/menu-entries.ts'
import { PointMenu } from '../menus/PointMenu.tsx'
import {
  type TableMenuPosition,
  useFileEntries,
  useNameEntries,
  type UseTableMenuGroup,
} from '../table-menu/table-menu.ts'
import { useTableChangeEntries } from '../table-menu/use-table-change-entries.tsx'
import { opening } from '../tables/table-kinds.ts'
import { ProtectionDialog } from './ProtectionDialog.tsx'

const useDefinitionEntries: UseTableMenuGroup = ({ projectRef, table, show }) => [
  {
    id: 'definition',
    label: 'Show definition',
    onSelect: () =>
      show((close) => <DefinitionPanel projectRef={projectRef} table={table} onClose={close} />),
  },
]

const useProtectionEntries: UseTableMenuGroup = ({ projectRef, table, show }) => {
  const denied = useDenied(databaseDefinitions.protect, 'change this table')
  if (opening(table) === undefined) return []
  return [
    {
      id: 'protect',
      label: table.kind === 'view' ? 'Use security invoker' : 'Turn on row level security',
      disabledReason: denied,
      onSelect: () =>
        show((close) => <ProtectionDialog projectRef={projectRef} table={table} onClose={close} />),
    },
  ]
}

/** Everything that the menu of a table offers, group by group; each feature adds its own. */
const useGroups = (scope: TableMenuPosition): MenuEntry[][] => [
  useNameEntries(scope),
  useDefinitionEntries(scope),
  useProtectionEntries(scope),
  useTableChangeEntries(scope),
  useFileEntries(scope),
]

type Props = Omit<TableMenuPosition, 'show'> & {
  point: { x: number; y: number }
  onClosed: () => void
}

/** The menu of one table, and the dialog that one of its entries opened. */
export function RowMenu({ point, onClosed, ...scope }: Props) {
  const [dialog, setDialog] = useState<ReactNode>()
  const show: TableMenuPosition['show'] = (render) => setDialog(render(onClosed))
  const groups = useGroups({ ...scope, show })
  if (dialog !== undefined) return dialog
  return (
    <PointMenu
      label={`Menu of ${scope.table.name}`}
      point={point}
      groups={groups}
      // An entry that shows a dialog is chosen before the menu closes.
      onClosed={() => setDialog((shown) => (shown === undefined ? (onClosed(), undefined) : shown))}
    />
  )
}
