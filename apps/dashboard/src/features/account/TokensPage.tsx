import { type AccessToken, accessTokens } from '@basalt/contract'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'

import { call, invalidate, query } from '../../lib/api.ts'
import { Panel } from '../../lib/Panel.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'

export function TokensPage() {
  useDocumentTitle('Access tokens')
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      New token
    </Button>
  )
  return (
    <PageBody width="form">
      <PageHeader
        title="Access tokens"
        description="For scripts and tools that act as you, with all your rights."
        actions={create}
      />
      <Panel failure="Your access tokens could not be loaded">
        <Tokens />
      </Panel>
      {isCreating && <NewTokenDialog onClose={() => setIsCreating(false)} />}
    </PageBody>
  )
}

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

  if (tokens.length === 0) {
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
        A token lets a script call the same interface that this dashboard uses.
      </EmptyState>
    )
  }
  return (
    <Card>
      <ul>
        {tokens.map((token) => (
          <li
            key={token.id}
            className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 last:border-0"
          >
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium">{token.name}</span>
              <span className="text-xs text-ink-faint">
                <code className="font-mono">{token.prefix}…</code> · created{' '}
                <Time at={token.created_at} /> ·{' '}
                {token.last_used_at === null ? (
                  'never used'
                ) : (
                  <>
                    used <Time at={token.last_used_at} />
                  </>
                )}
              </span>
            </span>
            <Button onClick={() => setLeaving(token)}>Revoke</Button>
          </li>
        ))}
      </ul>
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
          Whatever uses this token stops working at once. This cannot be undone.
        </Confirm>
      )}
    </Card>
  )
}
