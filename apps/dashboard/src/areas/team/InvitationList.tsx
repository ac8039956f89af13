import { type Invitation, invitations } from '@basalt/contract/organization/invitations'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { formatExact, formatRelative } from '../../lib/format/format-time.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { roleLines } from './member-list.ts'
import { invitationsQuery, refreshTeam } from './queries.ts'

/** Open invitations. The link itself is only in the email. */
export function InvitationList({ organization }: { organization: Organization }) {
  const { data: pending } = useSuspenseQuery(invitationsQuery(organization.slug))
  const [leaving, setLeaving] = useState<Invitation>()
  if (pending.length === 0) return null
  return (
    <Card title="Pending invitations">
      <ul className="border-t border-line">
        {pending.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            slug={organization.slug}
            invitation={invitation}
            onRevoke={() => setLeaving(invitation)}
          />
        ))}
      </ul>
      {leaving !== undefined && (
        <Revoke
          slug={organization.slug}
          invitation={leaving}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  )
}

type RowProps = { slug: string; invitation: Invitation; onRevoke: () => void }

function InvitationRow({ slug, invitation, onRevoke }: RowProps) {
  const client = useQueryClient()
  const { id, email, expires_at: expiresAt, invited_by: by } = invitation
  const resend = useMutation({
    mutationFn: () => call(invitations.resend, { params: { slug, id } }),
    onSuccess: async ({ status }) => {
      await refreshTeam(client)
      if (status === 'renewed') notify.success(`New link sent to ${email}`)
      else notify.error(`Could not send the email to ${email}. Try again later.`)
    },
    onError: (error) => notify.error(error.message),
  })
  const isExpired = isPast(expiresAt)
  const cannotResend = useDenied(invitations.resend, 'resend invitations')
  const cannotRevoke = useDenied(invitations.revoke, 'revoke an invitation')
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 basis-56 flex-col">
        <span className="truncate font-medium">{email}</span>
        <span className="text-xs text-ink-faint">
          {roleLines(invitation).join(', ') || 'All of its projects were deleted'}
          {by !== null && ` · invited by ${by}`}
        </span>
      </span>
      {isExpired ? (
        <Badge tone="warn">Expired</Badge>
      ) : (
        <Tooltip content={formatExact(expiresAt)}>
          <span className="text-xs text-ink-soft">expires {formatRelative(expiresAt)}</span>
        </Tooltip>
      )}
      <span className="flex gap-2">
        <Button
          aria-label={`Resend to ${email}`}
          isPending={resend.isPending}
          disabledReason={cannotResend}
          onClick={() => resend.mutate()}
        >
          Resend
        </Button>
        <Button aria-label={`Revoke ${email}`} disabledReason={cannotRevoke} onClick={onRevoke}>
          Revoke
        </Button>
      </span>
    </li>
  )
}

const isPast = (at: string) => new Date(at).getTime() <= Date.now()

type RevokeProps = { slug: string; invitation: Invitation; onClose: () => void }

function Revoke({ slug, invitation, onClose }: RevokeProps) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call(invitations.revoke, { params: { slug, id: invitation.id } }),
    onSuccess: async () => {
      await refreshTeam(client)
      onClose()
    },
  })
  return (
    <Confirm
      isOpen
      title={`Revoke the invitation of ${invitation.email}?`}
      confirmLabel="Revoke invitation"
      isPending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    >
      The link in the email stops working immediately.
    </Confirm>
  )
}
