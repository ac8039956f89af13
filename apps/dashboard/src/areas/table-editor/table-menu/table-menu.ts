import { buildPath } from '@basalt/contract/client'
import { databaseDefinitions } from '@basalt/contract/database/definitions'
import { databaseImports } from '@basalt/contract/database/imports'
import { databaseRowExports } from '@basalt/contract/database/row-export'
import type { TableSummary } from '@basalt/contract/database/tables'
import type { ReactNode } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { copyText } from '../../../lib/browser/clipboard.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { call } from '../../../lib/network/api.ts'
import { requestImport } from '../import/import-request.ts'
import type { MenuEntry } from '../menus/menu-entries.ts'
import { protectedReason } from '../tables/kind-word.ts'

/** The table of a menu, and the client-side actions of its entries. */
export type TableMenuPosition = {
  projectRef: string
  table: TableSummary
  isFavourite: boolean
  onFavourite: () => void
  /** Shows a dialog in place of the menu; `close` removes it and restores the focus. */
  show: (dialog: (close: () => void) => ReactNode) => void
  /**
   * Runs once the menu is closed and has restored the focus, so that it may open another dialog.
   */
  onNext: (action: () => void) => void
}

/** A group of entries. It is a hook, so that it can ask for rights. */
export type UseTableMenuGroup = (scope: TableMenuPosition) => MenuEntry[]

export const useNameEntries: UseTableMenuGroup = (scope) => {
  const { projectRef, table, isFavourite } = scope
  const denied = useDenied(databaseDefinitions.table, 'read definitions')
  return [
    {
      id: 'favourite',
      label: isFavourite ? 'Unpin' : 'Pin',
      keys: 'mod+enter',
      onSelect: scope.onFavourite,
    },
    {
      id: 'copy-name',
      label: 'Copy name',
      onSelect: () => void copied(table.name, 'Name copied'),
    },
    {
      id: 'copy-definition',
      label: 'Copy table schema',
      disabledReason: denied,
      onSelect: () => void copyDefinition(projectRef, table),
    },
  ]
}

async function copied(text: string, message: string) {
  if (await copyText(text)) notify.success(message)
}

async function copyDefinition(ref: string, { id, name }: TableSummary) {
  try {
    const { sql } = await call(databaseDefinitions.table, { params: { ref, id } })
    await copied(sql, `Schema of ${name} copied`)
  } catch (error) {
    notify.error(error instanceof Error ? error.message : 'The schema could not be loaded')
  }
}

export const useFileEntries: UseTableMenuGroup = ({ projectRef, table, onNext }) => {
  const denied = useDenied(databaseRowExports.download, 'export rows')
  const importDenied = useDenied(databaseImports.begin, 'insert rows')
  return [
    ...(table.kind === 'view' || table.kind === 'materialized_view'
      ? []
      : [
          {
            id: 'import',
            label: 'Import data…',
            disabledReason: importDenied ?? protectedReason(table),
            onSelect: () => onNext(() => requestImport({ tableId: table.id })),
          },
        ]),
    {
      id: 'export-csv',
      label: 'Export as CSV',
      disabledReason: denied,
      onSelect: () =>
        globalThis.location.assign(
          buildPath(databaseRowExports.download, { ref: projectRef, id: String(table.id) }),
        ),
    },
  ]
}
