import { databaseActivity, type ReplicationSlot } from '@basalt/contract/database/activity'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Cable, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { plainView } from '../../ui/data-table/table-model.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { slotsQuery } from './queries.ts'

const columns: Column<ReplicationSlot>[] = [
  { id: 'name', header: 'Name', width: 'minmax(0, 2fr)', isName: true, cell: ({ name }) => name },
  {
    id: 'plugin',
    header: 'Kind',
    width: 'minmax(0, 1fr)',
    cell: ({ kind, plugin }) => (plugin === null ? kind : `${kind}, ${plugin}`),
  },
  {
    id: 'state',
    header: 'State',
    width: 'minmax(0, 1fr)',
    cell: ({ is_active: isActive, inactive_since: since }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Status tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : 'Inactive'}</Status>
        {!isActive && since !== null && (
          <span className="text-xs text-ink-faint">
            since <Time at={since} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'retained',
    header: 'Retained WAL',
    width: '120px',
    align: 'end',
    cell: ({ retained_bytes: bytes, wal_status: status }) =>
      status === 'lost' ? 'Lost' : bytes === null ? '–' : formatBytes(bytes),
  },
]

/** Slots keep the write-ahead log until their client has read it, so an unused one fills the disk. */
export function SlotTable({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useQuery(slotsQuery(projectRef))
  const denied = useDenied(databaseActivity.dropSlot, 'drop replication slots')
  const [dropped, setDropped] = useState<string>()
  return (
    <section aria-labelledby="slots" className="flex flex-col gap-3">
      <h2 id="slots" className="text-base font-semibold">
        Replication slots
      </h2>
      <DataTable
        label="Replication slots"
        noun="slot"
        columns={columns}
        rows={data}
        getId={({ name }) => name}
        view={plainView}
        onViewChange={() => undefined}
        error={error}
        failure="The replication slots could not be loaded"
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Cable} title="No replication slots">
            A slot retains the write-ahead log until its client has read it. An unused slot fills
            the disk.
          </EmptyState>
        }
        actionsWidth="48px"
        renderActions={({ name, is_active: isActive }) => (
          <IconButton
            icon={Trash2}
            label={`Drop ${name}`}
            disabledReason={denied ?? (isActive ? 'A client is reading from it' : undefined)}
            onClick={() => setDropped(name)}
          />
        )}
      />
      {dropped !== undefined && (
        <DropSlot projectRef={projectRef} name={dropped} onClose={() => setDropped(undefined)} />
      )}
    </section>
  )
}

type DropProps = { projectRef: string; name: string; onClose: () => void }

function DropSlot({ projectRef, name, onClose }: DropProps) {
  const client = useQueryClient()
  const drop = useMutation({
    mutationFn: () => call(databaseActivity.dropSlot, { params: { ref: projectRef, name } }),
    onSuccess: async () => {
      notify.success(`The slot ${name} was dropped`)
      onClose()
      await invalidate(client, databaseActivity.slots)
    },
  })
  return (
    <Confirm
      isOpen
      title={`Drop the replication slot ${name}?`}
      confirmLabel="Drop slot"
      isPending={drop.isPending}
      error={drop.error}
      onClose={onClose}
      onConfirm={() => drop.mutate()}
    >
      <p>Its client cannot resume where it stopped, and must copy all data again.</p>
    </Confirm>
  )
}
