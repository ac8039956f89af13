import {
  databaseTableChanges as routes,
  type DroppedTable,
} from '@basalt/contract/database/table-changes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { call } from '../../../lib/network/api.ts'
import { invalidateTables } from '../../../product/invalidate-tables.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { Time } from '../../../ui/Time.tsx'
import { designErrors } from '../table-panel/field-errors.ts'
import { trashQuery } from '../table-panel/queries.ts'
import { useRestore } from './use-restore.ts'

type Props = { projectRef: string; onClose: () => void }

/** Dropped tables, and the way back. */
export function TrashDialog({ projectRef, onClose }: Props) {
  const { data, error, refetch } = useQuery(trashQuery(projectRef))
  return (
    <Dialog
      isOpen
      kind="panel"
      title="Dropped tables"
      description="Restore dropped tables, with their rows and dependent objects, before they are deleted permanently."
      onClose={onClose}
    >
      {error !== null && (
        <ErrorPanel
          title="The trash could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <SkeletonRows rows={4} className="h-8" />}
      {data?.length === 0 && (
        <p className="text-ink-soft">The trash is empty. Dropped tables appear here.</p>
      )}
      <ul className="flex flex-col gap-3">
        {data?.map((entry) => (
          <Entry key={entry.id} projectRef={projectRef} entry={entry} onClose={onClose} />
        ))}
      </ul>
    </Dialog>
  )
}

type EntryProps = Props & { entry: DroppedTable }

function Entry({ projectRef, entry, onClose }: EntryProps) {
  const denied = useDenied(routes.restore, 'change tables')
  const [name, setName] = useState(entry.name)
  const [isSure, setIsSure] = useState(false)
  const { restore, empty } = useTrashActions({ projectRef, entry, onClose })
  const errors = designErrors(restore.error)
  const failure = Object.keys(errors).length > 0 ? null : (restore.error ?? empty.error)
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">
          {entry.schema}.{entry.name}
        </span>
        <span className="text-xs text-ink-faint">
          {formatBytes(entry.size_bytes)} · dropped <Time at={entry.dropped_at} /> · deleted
          permanently <Time at={entry.expires_at} />
        </span>
      </div>
      {entry.dependents.length > 0 && (
        <p className="text-xs text-ink-soft">Also restores {entry.dependents.join(', ')}</p>
      )}
      {errors['name'] !== undefined && (
        <Field label="New name" error={errors['name']}>
          {(control) => (
            <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
      )}
      {failure !== null && <Notice tone="bad">{failure.message}</Notice>}
      <div className="flex gap-2">
        <Button
          variant="primary"
          isPending={restore.isPending}
          disabledReason={denied}
          onClick={() => restore.mutate(name)}
        >
          Restore
        </Button>
        <Button
          variant={isSure ? 'danger' : 'ghost'}
          isPending={empty.isPending}
          disabledReason={denied}
          onClick={() => (isSure ? empty.mutate() : setIsSure(true))}
        >
          {isSure ? `Delete ${entry.name} and its rows permanently` : 'Delete permanently'}
        </Button>
      </div>
    </li>
  )
}

function useTrashActions({ projectRef, entry, onClose }: EntryProps) {
  const client = useQueryClient()
  const bringBack = useRestore(projectRef)
  const restore = useMutation({
    mutationFn: (name: string) => bringBack(entry.id, { name }),
    onSuccess: onClose,
  })
  const empty = useMutation({
    mutationFn: () => call(routes.empty, { params: { ref: projectRef, id: entry.id } }),
    onSuccess: async ({ freed_bytes }) => {
      notify.success(`Deleted ${entry.name}: ${formatBytes(freed_bytes)} freed`)
      await invalidateTables(client)
    },
  })
  return { restore, empty }
}
