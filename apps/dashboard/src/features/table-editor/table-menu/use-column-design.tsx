import { type Column, type TableDetail, tableRights } from '@basalt/contract'
import { useState } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import type { MenuEntry } from '../menu-entries.ts'
import { TablePanel } from '../table-panel/late-table-panel.ts'
import { isView as isOfView, protectedReason } from './kind-word.ts'

/** What the menu of a column's heading offers to change the column, and the panel for it. */
export function useColumnDesign(projectRef: string, table: TableDetail) {
  const [asked, setAsked] = useState<{ column?: string; removing?: string }>()
  const denied = useDenied(tableRights.change, 'change tables')
  const isView = isOfView(table)
  const disabledReason =
    denied ??
    protectedReason(table) ??
    (isView ? 'The query of the view decides its columns' : undefined)
  const entries = ({ name }: Column): MenuEntry[] => [
    {
      id: 'edit-column',
      label: 'Edit column',
      disabledReason,
      onSelect: () => setAsked({ column: name }),
    },
    {
      id: 'drop-column',
      label: 'Delete column',
      isDanger: true,
      disabledReason,
      onSelect: () => setAsked({ removing: name }),
    },
  ]
  const close = () => setAsked(undefined)
  const panel = asked !== undefined && (
    <TablePanel
      projectRef={projectRef}
      tableId={table.id}
      schema={table.schema}
      {...asked}
      onClose={close}
      onSaved={close}
    />
  )
  return { entries, panel }
}
