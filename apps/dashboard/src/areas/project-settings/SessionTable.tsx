import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { listAsTree } from '../../product/sessions/session-tree.ts'
import { SessionMenu } from '../../product/sessions/SessionMenu.tsx'
import { sessionsQuery } from '../../product/sessions/sessions-query.ts'
import { type PendingSignal, SignalDialog } from '../../product/sessions/SignalDialog.tsx'
import { useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { sessionColumns } from './session-columns.tsx'

/** Sessions of clients; those that wait for a lock stand below the session that holds it. */
export function SessionTable({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useQuery(sessionsQuery(projectRef))
  const [isDashboardShown, showDashboard] = useState(false)
  const table = useTableView(sessionColumns, { prefix: 'session_' })
  const [pending, setPending] = useState<PendingSignal>()
  const all = data?.sessions
  const shown = all?.filter(
    ({ is_dashboard: isDashboard, blocked_by: blockers, pid }) =>
      isDashboardShown || !isDashboard || blockers.length > 0 || blocks(all, pid),
  )
  const hidden = (all?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-3">
      <h2 id="sessions" className="text-base font-semibold">
        Sessions
      </h2>
      <DataTable
        label="Sessions"
        noun="session"
        columns={sessionColumns}
        rows={shown && listAsTree(shown)}
        getId={({ pid }) => String(pid)}
        getName={({ pid }) => `process ${pid}`}
        error={error}
        failure="The sessions could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search sessions"
        filters={
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={isDashboardShown}
              onChange={({ target }) => showDashboard(target.checked)}
            />
            Sessions of the dashboard
          </label>
        }
        empty={<NoSessions hidden={hidden} onShow={() => showDashboard(true)} />}
        actionsWidth="48px"
        renderActions={(session) => <SessionMenu session={session} onRequest={setPending} />}
        {...table}
      />
      {pending !== undefined && (
        <SignalDialog {...pending} projectRef={projectRef} onClose={() => setPending(undefined)} />
      )}
    </section>
  )
}

type NoneProps = { hidden: number; onShow: () => void }

const NoSessions = ({ hidden, onShow }: NoneProps) => (
  <EmptyState
    icon={Unplug}
    title="No client is connected"
    {...(hidden > 0 && {
      action: <Button onClick={onShow}>Show sessions of the dashboard</Button>,
    })}
  >
    {hidden > 0 &&
      `${plural(hidden, 'session')} of the dashboard ${hidden === 1 ? 'is' : 'are'} not shown.`}
  </EmptyState>
)

const blocks = (sessions: readonly { blocked_by: number[] }[], pid: number): boolean =>
  sessions.some(({ blocked_by: blockers }) => blockers.includes(pid))
