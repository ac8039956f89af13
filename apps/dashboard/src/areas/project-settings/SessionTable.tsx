import { databaseActivity } from '@basalt/contract/database/activity'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, PowerOff, Unplug } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { sessionsQuery } from './queries.ts'
import { sessionColumns } from './session-columns.tsx'
import { listAsTree, type TreeSession } from './session-tree.ts'

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

type MenuProps = { session: TreeSession; onRequest: (pending: PendingSignal) => void }

function SessionMenu({ session, onRequest }: MenuProps) {
  const denied = useDenied(databaseActivity.terminate, 'end sessions')
  const isIdle = session.state !== 'active'
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for process ${session.pid}`} />}
      items={[
        {
          label: 'Cancel statement',
          icon: Ban,
          disabledReason: denied ?? (isIdle ? 'No statement is running' : undefined),
          onSelect: () => onRequest({ session, signal: 'cancel' }),
        },
        {
          label: 'Terminate session',
          icon: PowerOff,
          isDanger: true,
          disabledReason: denied,
          onSelect: () => onRequest({ session, signal: 'terminate' }),
        },
      ]}
    />
  )
}

const blocks = (sessions: readonly { blocked_by: number[] }[], pid: number): boolean =>
  sessions.some(({ blocked_by: blockers }) => blockers.includes(pid))

type PendingSignal = { session: TreeSession; signal: 'cancel' | 'terminate' }

const questions = {
  cancel: {
    title: 'Cancel the running statement?',
    label: 'Cancel statement',
    effect: 'The statement fails, and its transaction has to be rolled back. The session stays.',
    done: 'The statement was cancelled',
  },
  terminate: {
    title: 'Terminate this session?',
    label: 'Terminate session',
    effect: 'Its open transaction is rolled back, and the client loses its connection.',
    done: 'The session was terminated',
  },
} as const

type DialogProps = PendingSignal & { projectRef: string; onClose: () => void }

function SignalDialog({ session, signal, projectRef, onClose }: DialogProps) {
  const client = useQueryClient()
  const { title, label, effect, done } = questions[signal]
  const send = useMutation({
    mutationFn: () =>
      call(databaseActivity[signal], {
        params: { ref: projectRef, pid: session.pid },
        body: { began_at: session.began_at },
      }),
    onSuccess: async ({ was_there: hadSession }) => {
      notify.success(hadSession ? done : 'The session had already ended')
      onClose()
      await invalidate(client, databaseActivity.sessions)
    },
  })
  return (
    <Confirm
      isOpen
      title={title}
      confirmLabel={label}
      isPending={send.isPending}
      error={send.error}
      onClose={onClose}
      onConfirm={() => send.mutate()}
    >
      <p>
        Process {session.pid} of {session.user ?? 'an unknown role'}. {effect}
      </p>
      {session.is_dashboard && <p>It is a session of the dashboard, which reconnects.</p>}
      {session.waiting > 0 && (
        <p>{plural(session.waiting, 'session')} waiting for it can then continue.</p>
      )}
    </Confirm>
  )
}
