import { databaseDefinitions } from '@basalt/contract/database/definitions'
import { databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'

type Props = { projectRef: string; table: TableSummary; onClose: () => void }

/** Protects an open table or view: shows the effect and the SQL. */
export function ProtectionDialog({ projectRef, table, onClose }: Props) {
  const position = { params: { ref: projectRef, id: table.id } }
  const { data, error } = useQuery({
    ...query(databaseDefinitions.protection, position),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const denied = useDenied(databaseDefinitions.protect, 'change this table')
  const protect = useProtect({ projectRef, table, onDone: onClose })
  const isView = table.kind === 'view'
  const failure = protect.error ?? error
  const waiting = data === undefined ? 'Loading the SQL' : undefined

  return (
    <Dialog
      isOpen
      width="medium"
      title={
        isView
          ? `Use security invoker for ${table.name}`
          : `Turn on row level security for ${table.name}`
      }
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            isPending={protect.isPending}
            disabledReason={denied ?? (error === null ? waiting : error.message)}
            onClick={() => protect.mutate()}
          >
            {isView ? 'Change view' : 'Turn on'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <FormAlert>{failure.message}</FormAlert>}
        {data === undefined && error === null && <SkeletonRows rows={3} className="h-5" />}
        {data !== undefined && (
          <>
            <p className="text-ink-soft">{data.effect}</p>
            <SqlText label="SQL" sql={`${data.statements.join(';\n')};`} />
          </>
        )}
      </div>
    </Dialog>
  )
}

type Protecting = { projectRef: string; table: TableSummary; onDone: () => void }

function useProtect({ projectRef, table, onDone }: Protecting) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(databaseDefinitions.protect, { params: { ref: projectRef, id: table.id } }),
    onSuccess: async () => {
      notify.success(
        table.kind === 'view'
          ? `Security invoker is on for ${table.name}`
          : `Row level security is on for ${table.name}`,
      )
      onDone()
      await Promise.all([
        invalidate(client, databaseTables.list),
        invalidate(client, databaseTables.detail),
      ])
    },
  })
}
