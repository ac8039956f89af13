import type { DroppedTable } from '@basalt/contract/database/table-changes'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { DataTable } from '../../../ui/data-table/DataTable.tsx'
import { type Column, plainView, type TableView } from '../../../ui/data-table/table-model.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Time } from '../../../ui/Time.tsx'
import { trashQuery } from '../table-panel/queries.ts'
import { RestoreProblem } from './RestoreProblem.tsx'
import { type TrashActions, useTrashActions } from './use-trash-actions.ts'

type Props = { projectRef: string; onClose: () => void }

/** Dropped tables, and the way back. */
export function TrashDialog({ projectRef, onClose }: Props) {
  const { data, error, refetch } = useQuery(trashQuery(projectRef))
  const [view, setView] = useState<TableView>(plainView)
  const { denied, restore, remove } = useTrashActions(projectRef, onClose)
  const [removing, setRemoving] = useState<DroppedTable>()
  const columns = listColumns((entry) => <RestoreProblem entry={entry} restore={restore} />)
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title="Dropped tables"
      description="Restore dropped tables, with their rows and dependent objects, before they are deleted permanently."
      onClose={onClose}
    >
      <DataTable
        label="Dropped tables"
        noun="table"
        columns={columns}
        rows={data}
        getId={({ id }) => id}
        getName={({ name }) => name}
        error={error}
        failure="The trash could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search dropped tables"
        empty={<p className="text-ink-soft">The trash is empty. Dropped tables appear here.</p>}
        actionsWidth="128px"
        renderActions={(entry) => (
          <span className="inline-flex gap-1">
            <Button
              isPending={restore.isPending && restore.variables.entry.id === entry.id}
              disabledReason={denied}
              onClick={() => restore.mutate({ entry, name: entry.name })}
            >
              Restore
            </Button>
            <IconButton
              icon={Trash2}
              label="Delete permanently"
              disabledReason={denied}
              onClick={() => setRemoving(entry)}
            />
          </span>
        )}
        view={view}
        onViewChange={(change) => setView({ ...view, ...change })}
      />
      {removing !== undefined && (
        <RemoveQuestion entry={removing} remove={remove} onClose={() => setRemoving(undefined)} />
      )}
    </Dialog>
  )
}

type QuestionProps = {
  entry: DroppedTable
  remove: TrashActions['remove']
  onClose: () => void
}

const RemoveQuestion = ({ entry, remove, onClose }: QuestionProps) => (
  <Confirm
    isOpen
    title={`Delete ${entry.name} permanently?`}
    confirmLabel={`Delete ${entry.name} and its rows permanently`}
    isPending={remove.isPending}
    error={remove.error}
    onConfirm={() => remove.mutate(entry, { onSuccess: onClose })}
    onClose={onClose}
  >
    <p>The table, its rows and its dependent objects cannot be restored afterwards.</p>
  </Confirm>
)

const listColumns = (
  renderProblem: (entry: DroppedTable) => React.ReactNode,
): Column<DroppedTable>[] => [
  {
    id: 'name',
    header: 'Table',
    cell: ({ schema, name }) => (
      <span className="font-medium">
        {schema}.{name}
      </span>
    ),
    detail: (entry) => (
      <>
        {entry.dependents.length > 0 && (
          <p className="text-xs text-ink-soft">Also restores {entry.dependents.join(', ')}</p>
        )}
        {renderProblem(entry)}
      </>
    ),
    sortValue: ({ schema, name }) => `${schema}.${name}`,
    searchText: ({ schema, name, dependents }) => [`${schema}.${name}`, ...dependents].join('\n'),
  },
  {
    id: 'size',
    header: 'Size',
    width: '84px',
    align: 'end',
    cell: ({ size_bytes: bytes }) => formatBytes(bytes),
    sortValue: ({ size_bytes: bytes }) => bytes,
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest first', descending: 'Largest first' },
  },
  {
    id: 'dropped',
    header: 'Dropped',
    width: '116px',
    cell: ({ dropped_at: at }) => <Time at={at} />,
    sortValue: ({ dropped_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Dropped first', descending: 'Dropped last' },
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '108px',
    cell: ({ expires_at: at }) => <Time at={at} />,
    sortValue: ({ expires_at: at }) => new Date(at),
    orderNames: { ascending: 'Expires first', descending: 'Expires last' },
  },
]
