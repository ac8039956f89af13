import { ApiError } from '@basalt/contract/errors'
import { invitations, type OpenedInvitation } from '@basalt/contract/organization/invitations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { permissionsQuery } from '../../lib/access/access.tsx'
import { useGo } from '../../lib/browser/use-go.ts'
import { formatRelative } from '../../lib/format/format-time.ts'
import { Link } from '../../lib/Link.tsx'
import { call, query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery, projectsQuery } from '../../lib/session/account.ts'
import { signOut } from '../../lib/session/sign-out.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { JoinLayout } from './JoinLayout.tsx'
import { join } from './paths.ts'

/** The page of an invitation's link, signed in or not. */
export function JoinPage({ query: given }: { query: UrlQuery }) {
  const [token, slug] = [readText(given, 'token'), readText(given, 'slug')]
  const { data, error, refetch } = useQuery({
    ...query(invitations.open, {
      query: { token: token ?? '', ...(slug !== undefined && { slug }) },
    }),
    enabled: token !== undefined,
    staleTime: 0,
  })
  if (token === undefined) return <InvalidInvitation />
  const here = join({ token, slug })
  if (error instanceof ApiError && error.code === 401) return <SignedOut here={here} />
  if (error !== null) {
    return (
      <JoinLayout title="Join an organization">
        <ErrorPanel
          title="The invitation could not be opened"
          error={error}
          onRetry={() => void refetch()}
        />
      </JoinLayout>
    )
  }
  if (data === undefined) {
    return (
      <JoinLayout title="Join an organization">
        <Skeleton className="h-24" />
      </JoinLayout>
    )
  }
  return <Opened invitation={data} token={token} here={here} />
}

type OpenedProps = { invitation: OpenedInvitation; token: string; here: string }

function Opened({ invitation, token, here }: OpenedProps) {
  if (invitation.state === 'valid') return <Valid invitation={invitation} token={token} />
  if (invitation.state === 'invalid') return <InvalidInvitation />
  if (invitation.state === 'wrong_account') {
    return <WrongAccount invitation={invitation} here={here} />
  }
  const { name, slug } = invitation.organization
  return (
    <JoinLayout title={`You are a member of ${name}`}>
      <p className="text-ink-soft">You have already joined.</p>
      <LinkButton href={paths.organization(slug)}>Open {name}</LinkButton>
    </JoinLayout>
  )
}

type Valid = Extract<OpenedInvitation, { state: 'valid' }>

function Valid({ invitation, token }: { invitation: Valid; token: string }) {
  const { organization, email, role, project_roles: inProjects } = invitation
  const client = useQueryClient()
  const go = useGo()
  const accept = useMutation({
    mutationFn: () => call(invitations.accept, { body: { token } }),
    onSuccess: async ({ slug }) => {
      const changed = [organizationsQuery(), projectsQuery(), permissionsQuery()]
      await Promise.all(changed.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
      go(paths.organization(slug), { replace: true })
    },
    // The refetched state explains it: joined in another window, or revoked since.
    onError: () =>
      client.invalidateQueries({ queryKey: [invitations.open.method, invitations.open.path] }),
  })
  return (
    <JoinLayout title={`Join ${organization.name}`}>
      <div className="flex flex-col gap-2 text-ink-soft">
        <p>
          {invitation.invited_by ?? 'A member'} invites you
          {role !== null && ` as ${role}`}
          {role === null && ' to these projects:'}
        </p>
        {role === null && (
          <ul className="flex flex-col rounded-control border border-line">
            {inProjects.map((one) => (
              <li
                key={one.project_ref}
                className="flex justify-between gap-3 border-b border-line px-3 py-2 last:border-0"
              >
                <span className="truncate text-ink">{one.project_name}</span>
                {one.role ?? one.custom_role_name}
              </li>
            ))}
          </ul>
        )}
        <p>
          You are signed in as {email}. The invitation expires{' '}
          {formatRelative(invitation.expires_at)}.
        </p>
      </div>
      {accept.error !== null && <Notice tone="bad">{accept.error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="large"
          isPending={accept.isPending}
          onClick={() => accept.mutate()}
        >
          Join {organization.name}
        </Button>
        <Link href={paths.organizations()} className={buttonClass({ size: 'large' })}>
          Not now
        </Link>
      </div>
    </JoinLayout>
  )
}

type WrongAccountProps = {
  invitation: Extract<OpenedInvitation, { state: 'wrong_account' }>
  here: string
}

function WrongAccount({ invitation, here }: WrongAccountProps) {
  const client = useQueryClient()
  const go = useGo()
  const change = useMutation({
    mutationFn: () => signOut(client),
    onSuccess: () => go(paths.signIn(here), { replace: true }),
  })
  return (
    <JoinLayout title="This invitation is for another account">
      <p className="text-ink-soft">
        It was sent to <strong className="text-ink">{invitation.invited_address}</strong>, and you
        are signed in as <strong className="text-ink">{invitation.signed_in_as}</strong>. Sign in
        with the address that received the email, or ask for an invitation to this address.
      </p>
      {change.error !== null && <Notice tone="bad">{change.error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="large"
          isPending={change.isPending}
          onClick={() => change.mutate()}
        >
          Use another account
        </Button>
        <Link href={paths.organizations()} className={buttonClass({ size: 'large' })}>
          Go to your organizations
        </Link>
      </div>
    </JoinLayout>
  )
}

function SignedOut({ here }: { here: string }) {
  return (
    <JoinLayout title="You are invited">
      <p className="text-ink-soft">
        Sign in with the address that received the email, or create an account with it. You then
        return here to join.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href={paths.signIn(here)}>Sign in</LinkButton>
        <Link href={paths.signUp(here)} className={buttonClass({ size: 'large' })}>
          Create an account
        </Link>
      </div>
    </JoinLayout>
  )
}

/**
 * One screen for expired, revoked, used and unknown invitations, which does not reveal the state.
 */
function InvalidInvitation() {
  return (
    <JoinLayout title="This invitation is no longer valid">
      <p className="text-ink-soft">
        It expired after 24 hours, was revoked or was already used. Ask the sender to send it again.
      </p>
      <LinkButton href={paths.organizations()}>Go to your organizations</LinkButton>
    </JoinLayout>
  )
}

function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}>
      {children}
    </Link>
  )
}
