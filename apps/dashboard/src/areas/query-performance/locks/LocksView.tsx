import { databaseActivity } from '@basalt/contract/database/activity'
import { useQuery } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { SessionMenu } from '../../../product/sessions/SessionMenu.tsx'
import { sessionsQuery } from '../../../product/sessions/sessions-query.ts'
import { type PendingSignal, SignalDialog } from '../../../product/sessions/SignalDialog.tsx'
import { useTableView } from '../../../product/use-table-view.ts'
import { DataTable } from '../../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { waitColumns } from './wait-columns.tsx'
import { listWaits } from './waits.ts'

const everyMs = 2000

/** Sessions that wait now. It is read again while it is visible. */
export function LocksView({ projectRef }: { projectRef: string }) {
  const denied = useDenied(databaseActivity.sessions, 'see the sessions of this database')
  const { data, error, refetch } = useQuery({
    ...sessionsQuery(projectRef, everyMs),
    enabled: denied === undefined,
  })
  const view = useTableView(waitColumns, { prefix: 'lock_' })
  const [pending, setPending] = useState<PendingSignal>()
  if (denied !== undefined) return <Notice tone="info">{denied}</Notice>
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-ink-soft">
        Sessions that wait now, below the session that blocks them. The list is read again every 2
        seconds while this page is visible.
      </p>
      {error !== null && data !== undefined && (
        <Notice tone="warn" title="The sessions could not be read again">
          {error.message}
        </Notice>
      )}
      <DataTable
        label="Waiting sessions"
        noun="session"
        columns={waitColumns}
        rows={data && listWaits(data.sessions)}
        getId={({ pid }) => String(pid)}
        getName={({ pid }) => `process ${pid}`}
        error={error}
        failure="The sessions could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search sessions"
        empty={
          <EmptyState icon={LockOpen} title="No session waits">
            Sessions that wait for a lock, for the disk or for something else appear here.
          </EmptyState>
        }
        actionsWidth="48px"
        renderActions={(session) => <SessionMenu session={session} onRequest={setPending} />}
        {...view}
      />
      {pending !== undefined && (
        <SignalDialog {...pending} projectRef={projectRef} onClose={() => setPending(undefined)} />
      )}
    </div>
  )
}
