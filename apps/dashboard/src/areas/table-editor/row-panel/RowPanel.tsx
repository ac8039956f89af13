import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowViewer } from '@basalt/pg-model'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, CopyPlus, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { named } from '../../../product/row-changes/key-text.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { Row } from '../rows/row-window.ts'
import { ExistingRow } from './ExistingRow.tsx'
import { NewRow } from './NewRow.tsx'
import { OwningTableNote } from './OwningTableNote.tsx'
import { cellQuery, rowQuery } from './row-panel-queries.ts'
import type { StagedRowsOfTable } from './use-row-form.ts'
import type { ShownRow } from './use-row-param.ts'

export type RowPanelProps = {
  projectRef: string
  table: TableDetail
  shown: ShownRow
  viewer: RowViewer | undefined
  /** Why rows cannot be changed, and why none can be added. */
  readOnly: string | undefined
  insertDenied: string | undefined
  /** Keys of the rows above and below, as they are shown in the grid. */
  neighbours: { before: readonly string[] | null; after: readonly string[] | null }
  onShow: (row: ShownRow | null) => void
  /** The staged rows of the table, when staging is on. */
  staged: StagedRowsOfTable
  onSaved: (row: Row | undefined, key: readonly string[], historyId: string | null) => void
  onInserted: (row: Row | undefined, historyId: string | null) => void
  /** A new row waits with others to be stored. */
  onStaged: () => void
}

/** One row next to the grid: all of its columns, or those of a new one. */
export function RowPanel(props: RowPanelProps) {
  const { projectRef, table, shown, viewer, onShow } = props
  const isNew = shown.mode !== 'edit'

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <aside
      aria-label={isNew ? `New row of ${table.name}` : `Row of ${table.name}`}
      className="flex w-[26rem] flex-none flex-col border-l border-line bg-surface max-desktop:absolute max-desktop:inset-0 max-desktop:z-20 max-desktop:w-auto"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onShow(null)
      }}
    >
      <Header {...props} />
      <OwningTableNote {...{ projectRef, table, shown }} />
      {shown.mode === 'insert' ? (
        <NewRow {...props} like={null} />
      ) : (
        <ReadRow
          key={JSON.stringify(shown)}
          scope={{ ref: projectRef, table }}
          rowKey={shown.key}
          viewer={viewer}
        >
          {(row, cut) =>
            shown.mode === 'copy' ? (
              <CopiedRow {...props} rowKey={shown.key} row={row} cut={cut} />
            ) : (
              <ExistingRow {...props} rowKey={shown.key} seen={row} cut={cut} />
            )
          }
        </ReadRow>
      )}
    </aside>
  )
}

function Header({ table, shown, neighbours, insertDenied, onShow }: RowPanelProps) {
  const key = shown.mode === 'edit' ? shown.key : null
  const go = (to: readonly string[] | null) => {
    if (to !== null) onShow({ mode: 'edit', key: to })
  }
  const isEdit = key !== null
  useShortcut(
    {
      keys: 'alt+arrowup',
      label: 'Previous row',
      group: 'Row',
      whileTyping: true,
      run: () => go(neighbours.before),
    },
    isEdit,
  )
  useShortcut(
    {
      keys: 'alt+arrowdown',
      label: 'Next row',
      group: 'Row',
      whileTyping: true,
      run: () => go(neighbours.after),
    },
    isEdit,
  )
  const none = 'There are no more rows in view'
  return (
    <header className="flex h-11 flex-none items-center gap-1 border-b border-line pr-2 pl-4">
      <h2 className="min-w-0 flex-1 truncate font-semibold">
        {key === null ? `New row of ${table.name}` : named(table.key, key)}
      </h2>
      {key !== null && (
        <>
          <IconButton
            icon={ChevronUp}
            label="Previous row"
            keys="alt+arrowup"
            disabledReason={neighbours.before === null ? none : undefined}
            onClick={() => go(neighbours.before)}
          />
          <IconButton
            icon={ChevronDown}
            label="Next row"
            keys="alt+arrowdown"
            disabledReason={neighbours.after === null ? none : undefined}
            onClick={() => go(neighbours.after)}
          />
          <IconButton
            icon={CopyPlus}
            label="Duplicate row"
            disabledReason={insertDenied}
            onClick={() => onShow({ mode: 'copy', key })}
          />
        </>
      )}
      <IconButton icon={X} label="Close" onClick={() => onShow(null)} />
    </header>
  )
}

type CopiedProps = RowPanelProps & { rowKey: readonly string[]; row: Row; cut: ReadonlySet<string> }

/** A new row like another one, whose long values are read whole first. */
function CopiedRow({ rowKey, row, cut, ...props }: CopiedProps) {
  const scope = { ref: props.projectRef, id: props.table.id }
  const names = [...cut]
  const full = useQueries({
    queries: names.map((column) => cellQuery(scope, { column, key: rowKey })),
  })
  const failed = full.find(({ error }) => error !== null)
  if (failed !== undefined)
    return <Notice tone="bad" title={`The row cannot be duplicated. ${failed.error?.message}`} />
  if (full.some(({ data }) => data === undefined)) return <SkeletonRows rows={6} />
  const values = props.table.columns.map(({ name }, at) =>
    cut.has(name) ? (full[names.indexOf(name)]?.data?.value ?? null) : (row[at] ?? null),
  )
  return <NewRow {...props} like={values} />
}

type ReadProps = {
  scope: { ref: string; table: TableDetail }
  rowKey: readonly string[]
  viewer: RowViewer | undefined
  children: (row: Row, cut: ReadonlySet<string>) => ReactNode
}

function ReadRow({ scope, rowKey, viewer, children }: ReadProps) {
  const { data, error, refetch } = useQuery(rowQuery(scope, rowKey, viewer))
  const row = data?.rows[0]
  if (data === undefined && error !== null)
    return (
      <div className="p-4">
        <ErrorPanel
          title="The row could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (data === undefined)
    return (
      <div className="p-4">
        <SkeletonRows rows={6} />
      </div>
    )
  if (row === undefined)
    return (
      <div className="p-4">
        <Notice tone="warn" title="Row not found">
          It was deleted, or its key was changed.
        </Notice>
      </div>
    )
  const names = data.cut?.flatMap(([, at]) => scope.table.columns[at]?.name ?? []) ?? []
  return children(row, new Set(names))
}
