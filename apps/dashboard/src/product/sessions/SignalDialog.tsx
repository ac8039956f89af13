import { databaseActivity } from '@basalt/contract/database/activity'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import type { TreeSession } from './session-tree.ts'

export type PendingSignal = { session: TreeSession; signal: 'cancel' | 'terminate' }

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

/** Confirms the end of a statement or of a session. */
export function SignalDialog({ session, signal, projectRef, onClose }: DialogProps) {
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
