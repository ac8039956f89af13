import { databaseHistory, type HistoryEntry } from '@basalt/contract/database/history'
import type { TableDetail } from '@basalt/contract/database/tables'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { plural } from '../../../lib/format/format.ts'
import { call } from '../../../lib/network/api.ts'
import { isSystemColumn, named } from '../../../product/row-changes/key-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/Time.tsx'
import { ChangedRows } from './ChangedRows.tsx'
import { HistorySettingsForm } from './HistorySettingsForm.tsx'
import { otherTable } from './other-table.ts'
import { TableNotUndone } from './TableNotUndone.tsx'
import { undoLabels } from './undo-labels.ts'
import { UndoControl } from './UndoControl.tsx'

type Props = {
  projectRef: string
  table: TableDetail
  /** A change whose undo was started and needs a decision. */
  disputed: string | null
  onUndone: () => void
  onClose: () => void
}

/** Changes of the table's rows made here, the newest first, each of which can be undone. */
export function HistoryPanel({ projectRef, table, disputed, onUndone, onClose }: Props) {
  const history = useHistoryPages(projectRef, table.id)
  const [undone, setUndone] = useState(0)
  const [stays, setStays] = useState<string | null>(null)
  const entries = history.data?.pages.flatMap((page) => page.entries)

  return (
    <Dialog
      isOpen
      kind="panel"
      title={`History of ${table.name}`}
      description="Row and column changes made in this dashboard, stored in the project's database. Policies and indexes are not included."
      onClose={onClose}
      footer={<HistorySettingsForm projectRef={projectRef} />}
    >
      <div className="flex flex-col gap-3">
        {history.isPending && <SkeletonRows rows={5} className="h-12" />}
        {history.error !== null && (
          <ErrorPanel
            title="The history could not be loaded"
            error={history.error}
            onRetry={() => void history.refetch()}
          />
        )}
        {entries?.length === 0 && (
          <p className="text-ink-soft">
            No changes yet. Rows that you edit, insert or delete here are listed and can be undone.
          </p>
        )}
        {stays !== null && <TableNotUndone {...{ projectRef, table }} why={stays} />}
        <ul className="flex flex-col gap-2">
          {entries?.map((entry) => (
            <EntryCard
              key={entry.id}
              projectRef={projectRef}
              table={table}
              entry={entry}
              undone={undone}
              isDisputed={entry.id === disputed}
              onUndone={(why) => {
                setUndone(undone + 1)
                setStays(why)
                onUndone()
              }}
            />
          ))}
        </ul>
        {history.hasNextPage && (
          <Button
            className="self-center"
            isPending={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Older changes
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const useHistoryPages = (projectRef: string, tableId: number) =>
  useInfiniteQuery({
    queryKey: [databaseHistory.list.method, databaseHistory.list.path, projectRef, tableId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        databaseHistory.list,
        {
          params: { ref: projectRef },
          query: { table: tableId, ...(pageParam !== undefined && { before: pageParam }) },
        },
        signal,
      ),
    getNextPageParam: (page) => (page.has_more ? page.entries.at(-1)?.id : undefined),
    staleTime: 0,
  })

type EntryProps = {
  projectRef: string
  table: TableDetail
  entry: HistoryEntry
  undone: number
  isDisputed: boolean
  onUndone: (stays: string | null) => void
}

function EntryCard(props: EntryProps) {
  const { projectRef, table, entry } = props
  const { inserted, updated, deleted } = entry
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="flex flex-col gap-2 rounded-control border border-line p-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className={entry.is_design ? 'font-medium' : 'truncate font-medium'}>
            {getWhat(entry)}{' '}
            <span className="font-mono text-xs text-ink-soft">{getRowFor(entry, table)}</span>
          </p>
          <p className="flex flex-wrap gap-1 text-ink-soft">
            <span className="truncate" title={entry.by}>
              {entry.by}
            </span>
            <span className="flex-none">
              · <Time at={entry.at} />
            </span>
            {entry.cascaded > 0 && (
              <span className="truncate">
                · and {plural(entry.cascaded, 'row')} by foreign keys
              </span>
            )}
          </p>
        </div>
        {inserted + updated + deleted > 0 && (
          <Button
            size="small"
            variant="ghost"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            Rows
          </Button>
        )}
        {entry.undone_by === null ? (
          <UndoControl {...props} />
        ) : (
          <Badge>{undoLabels(entry).done}</Badge>
        )}
      </div>
      {isOpen && <ChangedRows {...{ projectRef, table, entry }} />}
    </li>
  )
}

/** The row, when it was a single one; and its columns. */
function getRowFor(entry: HistoryEntry, shown: TableDetail): string {
  const { first, tables, inserted, updated, deleted } = entry
  if (first === null || inserted + updated + deleted > 1) return ''
  const key = `${otherTable(entry, first.table, shown)}${named(tables[first.table]?.key ?? [], first.key)}`
  const columns = first.columns.filter((name) => !isSystemColumn(name))
  return columns.length === 0 ? key : `${key}: ${columns.join(', ')}`
}

function getWhat({ kind, inserted, updated, deleted, note }: HistoryEntry): string {
  const parts = [
    inserted > 0 ? `${plural(inserted, 'row')} inserted` : '',
    updated > 0 ? `${plural(updated, 'row')} changed` : '',
    deleted > 0 ? `${plural(deleted, 'row')} deleted` : '',
  ].filter((part) => part !== '')
  const rows = parts.join(', ')
  const words = { edit: '', undo: 'Undo: ', redo: 'Redo: ', import: 'Import: ', table: '' }[kind]
  return note ?? `${words}${rows === '' ? 'no changes' : rows}`
}
