import { type AccessToken, accessTokens } from '@basalt/contract/account/access-tokens'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { Link } from '../../../lib/Link.tsx'
import { call, invalidate, query } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Panel } from '../../../product/Panel.tsx'
import { useTableView } from '../../../product/use-table-view.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { DataTable } from '../../../ui/data-table/DataTable.tsx'
import type { Column } from '../../../ui/data-table/table-model.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../../ui/PageHeader.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { Time } from '../../../ui/Time.tsx'
import { placeOf, summarize } from './token-form.ts'

export function TokensPage() {
  useDocumentTitle('Access tokens')
  return (
    <PageBody width="form">
      <PageHeader
        title="Access tokens"
        description="For scripts and tools that act as you. A token never has more permissions than you."
        actions={
          <Link className={buttonClass({ variant: 'primary' })} href={paths.newAccessToken()}>
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
            <TokenTable kind={kind} tokens={ofKind} onRevoke={ask} />
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

const columns: Column<AccessToken>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: (token) => <TokenName token={token} />,
    sortValue: ({ name }) => name,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: 'minmax(0, 1fr)',
    hasLabel: false,
    cell: (token) => <Expiry token={token} />,
    sortValue: ({ expires_at: at }) => (at === null ? null : new Date(at)),
    orderNames: { ascending: 'Expires first', descending: 'Expires last' },
  },
  {
    id: 'used',
    header: 'Last used',
    width: 'minmax(0, 1fr)',
    hasLabel: false,
    cell: (token) => <LastUse token={token} />,
    sortValue: ({ last_used_at: at }) => (at === null ? null : new Date(at)),
    firstDirection: 'descending',
    orderNames: { ascending: 'Used first', descending: 'Used last' },
  },
]

type TableProps = {
  kind: AccessToken['kind']
  tokens: readonly AccessToken[]
  onRevoke: (token: AccessToken) => void
}

function TokenTable({ kind, tokens, onRevoke }: TableProps) {
  const view = useTableView(columns, { prefix: kind === 'classic' ? 'classic_' : '' })
  return (
    <DataTable
      isPlain
      label={kind === 'classic' ? 'Classic tokens' : 'Fine-grained tokens'}
      noun="token"
      columns={columns}
      rows={tokens}
      getId={({ id }) => id}
      failure="Your access tokens could not be loaded"
      empty={null}
      actionsWidth="92px"
      renderActions={(token) => (
        <Button aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      )}
      {...view}
    />
  )
}

function TokenName({ token }: { token: AccessToken }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium">{token.name}</span>
      {token.kind === 'fine-grained' && (
        <span className="text-xs break-words text-ink-soft">
          {summarize(token)} {placeOf(token)}
        </span>
      )}
      <span className="text-xs text-ink-faint">
        <code className="font-mono">{token.prefix}…</code> · created <Time at={token.created_at} />
      </span>
    </span>
  )
}

function Expiry({ token: { is_expired: isExpired, expires_at: at } }: { token: AccessToken }) {
  if (isExpired) return <Badge tone="bad">Expired</Badge>
  return (
    <span className="text-xs text-ink-faint">
      {at === null ? (
        'never expires'
      ) : (
        <>
          expires <Time at={at} />
        </>
      )}
    </span>
  )
}

const LastUse = ({ token: { last_used_at: at } }: { token: AccessToken }) => (
  <span className="text-xs text-ink-faint">
    {at === null ? (
      'never used'
    ) : (
      <>
        used <Time at={at} />
      </>
    )}
  </span>
)
