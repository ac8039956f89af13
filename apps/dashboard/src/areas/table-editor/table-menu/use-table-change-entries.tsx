import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'

import { useDenied } from '../../../lib/access/access.tsx'
import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { late } from '../../../ui/late.tsx'
import type { MenuEntry } from '../menus/menu-entries.ts'
import { TablePanel } from '../table-panel/late-table-panel.ts'
import { isView } from '../tables/is-view.ts'
import { kindWord, protectedReason } from '../tables/kind-word.ts'
import type { TableMenuPosition } from './table-menu.ts'

const ViewDialog = late(async () => (await import('./ViewDialog.tsx')).ViewDialog)
const DuplicateDialog = late(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog)
const TruncateDialog = late(async () => (await import('./TruncateDialog.tsx')).TruncateDialog)
const RefreshDialog = late(async () => (await import('./RefreshDialog.tsx')).RefreshDialog)
const DropDialog = late(async () => (await import('./DropDialog.tsx')).DropDialog)

/** Entries of the list's menu that change a table or view. */
export function useTableChangeEntries({ projectRef, table, show }: TableMenuPosition): MenuEntry[] {
  const denied = useDenied(routes.change, 'change tables')
  const go = useGo()
  const word = kindWord(table)
  const shown = { projectRef, table }
  const entry = (id: string, label: string, render: Parameters<typeof show>[0]): MenuEntry => ({
    id,
    label,
    disabledReason: denied ?? protectedReason(table),
    isDanger: id === 'drop',
    onSelect: () => show(render),
  })
  const edit = entry('edit', `Edit ${word}`, (close) =>
    isView(table) ? (
      <ViewDialog {...shown} onClose={close} />
    ) : (
      <TablePanel
        projectRef={projectRef}
        tableId={table.id}
        schema={table.schema}
        onClose={close}
        onSaved={(id) => {
          close()
          go(paths.table(projectRef, id))
        }}
      />
    ),
  )
  const drop = entry('drop', `Drop ${word}`, (close) => (
    <DropDialog
      {...shown}
      isOpenTable={globalThis.location.pathname.endsWith(`/editor/${table.id}`)}
      onClose={close}
    />
  ))
  if (table.kind === 'view') return [edit, drop]
  if (table.kind === 'materialized_view') {
    const refresh = entry('refresh', 'Refresh', (close) => (
      <RefreshDialog {...shown} onClose={close} />
    ))
    return [edit, refresh, drop]
  }
  const duplicate = entry('duplicate', `Duplicate ${word}`, (close) => (
    <DuplicateDialog {...shown} onClose={close} />
  ))
  const truncate = entry('truncate', 'Truncate table', (close) => (
    <TruncateDialog {...shown} onClose={close} />
  ))
  return [edit, duplicate, truncate, drop]
}
