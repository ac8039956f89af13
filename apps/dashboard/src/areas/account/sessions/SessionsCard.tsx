import { profiles, type Session } from '@basalt/contract/account/profile'
import { accountSecurity } from '@basalt/contract/account/second-factors'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'

import { notify } from '../../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/Time.tsx'
import { getDevice } from './device.ts'

export function SessionsCard() {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(query(profiles.sessions, {}))
  const onError = (error: Error) => notify.error(error.message)
  const revoke = useMutation({
    mutationFn: (id: string) => call(profiles.revokeSession, { params: { id } }),
    onSuccess: () => invalidate(client, profiles.sessions),
    onError,
  })
  const revokeOthers = useMutation({
    mutationFn: () => call(accountSecurity.endOtherSessions, {}),
    onSuccess: async ({ ended }) => {
      await invalidate(client, profiles.sessions)
      notify.success(ended === 1 ? '1 session ended' : `${ended} sessions ended`)
    },
    onError,
  })
  const sessions = data.toSorted(
    (a, b) =>
      Number(b.is_current) - Number(a.is_current) || b.last_seen_at.localeCompare(a.last_seen_at),
  )
  const hasOthers = sessions.some((session) => !session.is_current)
  return (
    <Card
      title="Sessions"
      description="Devices where you are signed in. End sessions that you do not recognize."
      actions={
        <Button
          isPending={revokeOthers.isPending}
          disabledReason={hasOthers ? undefined : 'You have no other sessions'}
          onClick={() => revokeOthers.mutate()}
        >
          End all others
        </Button>
      }
    >
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={revoke.isPending && revoke.variables === session.id}
            onEnd={() => revoke.mutate(session.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { session: Session; isEnding: boolean; onEnd: () => void }

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { browser, system, isPhone } = getDevice(session.user_agent)
  const Icon = isPhone ? Smartphone : Monitor
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2">
      <Icon className="text-ink-faint" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">
            {browser} on {system}
          </span>
          {session.is_current && <Badge tone="accent">This session</Badge>}
        </span>
        <span className="text-xs text-ink-faint">
          {session.ip_address ?? 'Unknown address'} · signed in <Time at={session.created_at} /> ·
          last seen <Time at={session.last_seen_at} />
        </span>
      </span>
      <Button
        isPending={isEnding}
        disabledReason={session.is_current ? 'Sign out to end this session' : undefined}
        onClick={onEnd}
      >
        End session
      </Button>
    </li>
  )
}
