import {
  type ColumnPrivilegeChange,
  databaseColumnPrivileges,
} from '@basalt/contract/database/column-privileges'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

type Props = {
  place: { ref: string; id: number; role: string }
  changes: ColumnPrivilegeChange[]
  onClose: () => void
  onApplied: () => void
}

/** The SQL that will run, made by the server that will run it. */
export function ApplyDialog({ place: { ref, id, role }, changes, onClose, onApplied }: Props) {
  const client = useQueryClient()
  const input = { params: { ref, id }, body: { role, changes } }
  const { data, error, refetch } = useQuery({
    ...query(databaseColumnPrivileges.preview, input),
    staleTime: 0,
  })
  const apply = useMutation({
    mutationFn: () => call(databaseColumnPrivileges.change, input),
    onSuccess: async () => {
      await invalidate(client, databaseColumnPrivileges.read)
      notify.success('Privileges changed')
      onApplied()
    },
  })
  const sql = (data?.statements ?? []).map((statement) => `${statement};`).join('\n')

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change privileges"
      description="All changes run in one transaction."
      width="large"
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            size="large"
            isPending={apply.isPending}
            disabledReason={data === undefined ? 'Loading the SQL' : undefined}
            onClick={() => apply.mutate()}
          >
            Change privileges
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {data === undefined && error === null && <SkeletonRows rows={2} />}
        {data === undefined && error !== null && (
          <ErrorPanel
            title="Could not generate the SQL"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && <Sql text={sql} />}
        {apply.error !== null && (
          <ErrorPanel title="Could not change the privileges" error={apply.error} />
        )}
      </div>
    </Dialog>
  )
}

function Sql({ text }: { text: string }) {
  return (
    <div className="flex items-start gap-2 rounded-control bg-sunken py-2 pr-2 pl-3">
      <pre
        aria-label="SQL to run"
        // Scrolls sideways, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is operable
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto py-0.5 font-mono text-xs leading-5"
      >
        {text}
      </pre>
      <CopyButton isIcon text={text} label="Copy SQL" />
    </div>
  )
}
