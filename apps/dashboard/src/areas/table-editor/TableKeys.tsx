import { databaseImports } from '@basalt/contract/database/imports'
import { tableRights } from '@basalt/contract/database/table-rights'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { GridHandle } from '@basalt/data-grid/grid-types'
import { type RefObject, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { type Shortcut, useShortcut } from '../../lib/browser/shortcuts.ts'
import { notify } from '../../lib/browser/toast.ts'
import type { useTable } from './changes/use-table.ts'
import { requestImport } from './import/import-request.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import { importRefusal, useInsertDenied } from './row-panel/insert-rows.ts'
import { keyReader } from './rows/row-key.ts'
import { selectAll } from './select-all.ts'
import { TablePanel } from './table-panel/late-table-panel.ts'
import { isView } from './tables/is-view.ts'
import { useRowsDenied } from './tables/rows-denied.ts'
import type { TableReading } from './view/use-table-view.ts'

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
  reading: TableReading
  grid: RefObject<GridHandle | null>
  onOpenTool: (tool: ReadingTool) => void
  onInsert: () => void
}

/**
 * The keys of a table. While the grid has the focus its row keys are its own; from elsewhere on the
 * page they lead into it.
 */
export function TableKeys(props: Props) {
  useReadingKeys(props)
  useRowKeys(props)
  useSelectionKeys(props)
  return <ChangeKeys {...props} />
}

const group = 'Table'

/** Keys in a dialog, a menu or a panel are not for the page behind it. */
const isForPage = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], aside',
  ) === null

/** A key of the page itself, which never overrides a field's own. */
const usePageKey = (shortcut: Pick<Shortcut, 'keys' | 'label' | 'run'>, isActive = true) =>
  useShortcut({ ...shortcut, group, whileTyping: false, isFor: isForPage }, isActive)

function useReadingKeys({ reading, rows, onOpenTool }: Props) {
  const { view, change } = reading
  usePageKey({ keys: 'shift+f', label: 'Filter', run: () => onOpenTool('filter') })
  usePageKey({
    keys: 'f c',
    label: 'Clear filter',
    run: () => {
      const { filter: _, where: __, search: ___, ...rest } = view
      change(rest)
    },
  })
  usePageKey({
    keys: 's c',
    label: 'Clear sort',
    run: () => {
      const { sort: _, ...rest } = view
      change(rest)
    },
  })
  usePageKey({ keys: 'shift+r', label: 'Refresh', run: () => void rows.refresh() })
}

/** Ways into the rows and to their ends. */
function useRowKeys({ rows, table, grid }: Props) {
  const { first, rowCount } = rows.source
  const last = first + rowCount - 1
  const lastColumn = table.columns.length - 1
  const enter = (row: number, column = 0) => {
    // A grid without an active cell activates its first one on focus.
    grid.current?.focus()
    grid.current?.select({ row, column })
  }
  const start = () => (rows.jump('start') ? grid.current?.focus() : enter(first))
  const end = () => (rows.jump('end') ? grid.current?.focus() : enter(last))
  usePageKey({
    keys: 'arrowdown',
    label: 'Move to the first loaded row',
    run: () => enter(Math.max(first, 0)),
  })
  usePageKey({ keys: 'arrowup', label: 'Move to the last loaded row', run: () => enter(last) })
  usePageKey({ keys: 'mod+arrowup', label: 'First row', run: start })
  usePageKey({ keys: 'mod+arrowdown', label: 'Last row', run: end })
  usePageKey({ keys: 'mod+arrowleft', label: 'First column', run: () => enter(first) })
  usePageKey({ keys: 'mod+arrowright', label: 'Last column', run: () => enter(first, lastColumn) })
}

/** Rows are chosen where they have a key. */
function useSelectionKeys({ projectRef, table, rows, reading }: Props) {
  const { chosen, source, window } = rows
  const hasKey = table.key.length > 0
  const toggleAll = async () => {
    if (chosen.count > 0 && chosen.isAll) return chosen.clear()
    await selectAll({ projectRef, table, rows, view: reading.view })
  }
  const loaded = () => {
    const getKey = keyReader(table)
    const indexes = Array.from({ length: source.rowCount }, (_, at) => source.first + at)
    return indexes.filter((index) => {
      const row = source.getRow(index)
      return row !== undefined && getKey(row) !== null
    })
  }
  usePageKey(
    {
      keys: 'shift+space',
      label: 'Select row',
      run: () => chosen.choose(new Set([Math.max(source.first, 0)])),
    },
    hasKey && window.after.pages.length > 0,
  )
  usePageKey(
    { keys: 'mod+a', label: 'Select all loaded rows', run: () => chosen.choose(new Set(loaded())) },
    hasKey,
  )
  usePageKey(
    {
      keys: 'mod+shift+a',
      label: 'Select all rows',
      run: () => void toggleAll().catch((error: Error) => notify.error(error.message)),
    },
    hasKey,
  )
  usePageKey({ keys: 'escape', label: 'Clear selection', run: chosen.clear }, chosen.count > 0)
}

/** Keys that start a change. Without the right, they show the reason. */
function ChangeKeys({ projectRef, table, onInsert }: Props) {
  const [isDesigning, setIsDesigning] = useState(false)
  const insertDenied = useInsertDenied(table)
  const importDenied = useRowsDenied(databaseImports.begin, 'insert rows')
  const changeDenied = useDenied(tableRights.change, 'change tables')
  const unless = (denied: string | undefined, run: () => void) => () =>
    denied === undefined ? run() : notify.info(denied)
  usePageKey({ keys: 'i r', label: 'Insert row', run: unless(insertDenied, onInsert) })
  usePageKey({
    keys: 'i c',
    label: 'Add column',
    run: unless(
      changeDenied ??
        (isView(table) ? 'The columns of a view are defined by its query' : undefined),
      () => setIsDesigning(true),
    ),
  })
  usePageKey({
    keys: 'i u',
    label: 'Import data',
    run: unless(importDenied ?? importRefusal(table), () => requestImport({ tableId: table.id })),
  })
  const close = () => setIsDesigning(false)
  if (!isDesigning) return null
  return (
    <TablePanel
      projectRef={projectRef}
      tableId={table.id}
      schema={table.schema}
      isAdding
      onClose={close}
      onSaved={close}
    />
  )
}
