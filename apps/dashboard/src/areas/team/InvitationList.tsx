import { type Invitation, invitations } from '@basalt/contract/organization/invitations'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { formatExact, formatRelative } from '../../lib/format/format-time.ts'
import { call } from '../../lib/network/api.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { roleLines } from './member-list.ts'
import { invitationsQuery, refreshTeam } from './queries.ts'

const columns: Column<Invitation>[] = [
  {
    id: 'email',
    header: 'Email',
    width: 'minmax(0, 2fr)',
    cell: (invitation) => <Invited invitation={invitation} />,
    sortValue: ({ email }) => email,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '150px',
    hasLabel: false,
    cell: ({ expires_at: at }) => <Expiry at={at} />,
    sortValue: ({ expires_at: at }) => new Date(at),
  },
]

/** Invitations that nobody accepted yet. Their link is in the email only. */
export function InvitationList({ organization }: { organization: Organization }) {
  const { data: pending } = useSuspenseQuery(invitationsQuery(organization.slug))
  const [revoked, setRevoked] = useState<Invitation>()
  const view = useTableView(columns, { prefix: 'invitation_' })
  if (pending.length === 0) return null
  return (
    <Card title="Pending invitations">
      <DataTable
        isPlain
        label="Pending invitations"
        noun="invitation"
        columns={columns}
        rows={pending}
        getId={({ id }) => id}
        failure="The invitations could not be loaded"
        empty={null}
        actionsWidth="170px"
        renderActions={(invitation) => (
          <InvitationActions
            slug={organization.slug}
            invitation={invitation}
            onRevoke={() => setRevoked(invitation)}
          />
        )}
        {...view}
      />
      {revoked !== undefined && (
        <Revoke
          slug={organization.slug}
          invitation={revoked}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Card>
  )
}

function Invited({ invitation }: { invitation: Invitation }) {
  const { email, invited_by: by } = invitation
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium">{email}</span>
      <span className="text-xs break-words text-ink-faint">
        {roleLines(invitation).join(', ') || 'All of its projects were deleted'}
        {by !== null && ` · invited by ${by}`}
      </span>
    </span>
  )
}

function Expiry({ at }: { at: string }) {
  if (isPast(at)) return <Badge tone="warn">Expired</Badge>
  return (
    <Tooltip content={formatExact(at)}>
      <span className="text-xs text-ink-soft">expires {formatRelative(at)}</span>
    </Tooltip>
  )
}

type ActionsProps = { slug: string; invitation: Invitation; onRevoke: () => void }

function InvitationActions({ slug, invitation, onRevoke }: ActionsProps) {
  const client = useQueryClient()
  const { id, email } = invitation
  const resend = useMutation({
    mutationFn: () => call(invitations.resend, { params: { slug, id } }),
    onSuccess: async ({ status }) => {
      await refreshTeam(client)
      if (status === 'renewed') notify.success(`New link sent to ${email}`)
      else notify.error(`Could not send the email to ${email}. Try again later.`)
    },
    onError: (error) => notify.error(error.message),
  })
  const cannotResend = useDenied(invitations.resend, 'resend invitations')
  const cannotRevoke = useDenied(invitations.revoke, 'revoke an invitation')
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
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
