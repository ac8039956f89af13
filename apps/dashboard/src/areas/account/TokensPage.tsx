import { type AccessToken, accessTokens } from '@basalt/contract/account/access-tokens'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { newAccessToken } from './paths.ts'
import { placeOf, summarize } from './token-form.ts'

export function TokensPage() {
  useDocumentTitle('Access tokens')
  return (
    <PageBody width="form">
      <PageHeader
        title="Access tokens"
        description="For scripts and tools that act as you. A token never has more permissions than you."
        actions={
          <Link className={buttonClass({ variant: 'primary' })} href={newAccessToken()}>
            <Plus />
            New token
          </Link>
        }
      />
      <Panel failure="Your access tokens could not be loaded">
        <Tokens />
      </Panel>
    </PageBody>
  )
}

const kinds = [
  {
    kind: 'fine-grained',
    title: 'Fine-grained tokens',
    description: 'Limited to the selected permissions, organizations or projects.',
  },
  {
    kind: 'classic',
    title: 'Classic tokens',
    description: 'Full access to everything you can access.',
  },
] as const

function Tokens() {
  const client = useQueryClient()
  const { data: tokens } = useSuspenseQuery(query(accessTokens.list, {}))
  const [leaving, setLeaving] = useState<AccessToken>()
  const revoke = useMutation({
    mutationFn: (id: string) => call(accessTokens.revoke, { params: { id } }),
    onSuccess: async () => {
      await invalidate(client, accessTokens.list)
      setLeaving(undefined)
    },
  })
  const ask = (token: AccessToken) => {
    revoke.reset()
    setLeaving(token)
  }

  if (tokens.length === 0) return <NoTokens />
  return (
    <>
      {kinds.map(({ kind, title, description }) => {
        const ofKind = tokens.filter((token) => token.kind === kind)
        if (ofKind.length === 0) return null
        return (
          <Card key={kind} title={title} description={description}>
            <ul className="border-t border-line">
              {ofKind.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => ask(token)} />
              ))}
            </ul>
          </Card>
        )
      })}
      {leaving !== undefined && (
        <Confirm
          isOpen
          title={`Revoke ${leaving.name}?`}
          confirmLabel="Revoke token"
          isPending={revoke.isPending}
          error={revoke.error}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => revoke.mutate(leaving.id)}
        >
          Scripts and tools that use this token stop working immediately, and their running requests
          end. This cannot be undone.
        </Confirm>
      )}
    </>
  )
}

function NoTokens() {
  return (
    <EmptyState
      icon={KeyRound}
      title="No access tokens yet"
      example={
        <code className="max-w-full overflow-x-auto rounded-control bg-sunken px-3 py-2 font-mono text-xs text-ink-soft">
          curl -H "Authorization: Bearer …" {globalThis.location.origin}/platform/projects
        </code>
      }
    >
      Use a token to call the API from a script.
    </EmptyState>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-medium">{token.name}</span>
          <Expiry token={token} />
        </span>
        {token.kind === 'fine-grained' && (
          <span className="text-xs break-words text-ink-soft">
            {summarize(token)} {placeOf(token)}
          </span>
        )}
        <span className="text-xs text-ink-faint">
          <code className="font-mono">{token.prefix}…</code> · created{' '}
          <Time at={token.created_at} /> · <LastUse token={token} />
        </span>
      </span>
      <Button aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

function Expiry({ token: { is_expired, expires_at } }: { token: AccessToken }) {
  if (is_expired) return <Badge tone="bad">Expired</Badge>
  return (
    <span className="text-xs text-ink-faint">
      {expires_at === null ? (
        'never expires'
      ) : (
        <>
          expires <Time at={expires_at} />
        </>
      )}
    </span>
  )
}

function LastUse({ token: { last_used_at } }: { token: AccessToken }) {
  if (last_used_at === null) return 'never used'
  return (
    <>
      used <Time at={last_used_at} />
    </>
  )
}
