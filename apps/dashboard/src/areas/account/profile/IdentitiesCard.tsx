import { account, type AccountDetails } from '@basalt/contract/account/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useCapability } from '../../../lib/install.tsx'
import { call, invalidate } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Time } from '../../../ui/Time.tsx'
import { NotConfirmed, useConfirmed } from '../identity-check/ConfirmIdentity.tsx'

const providerNames: Readonly<Record<string, string>> = { github: 'GitHub' }
const getName = (provider: string) =>
  provider.startsWith('sso:') ? 'Single sign-on' : (providerNames[provider] ?? provider)

/** External accounts that sign in to this one. */
export function IdentitiesCard({ details }: { details: AccountDetails }) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const hasGithub = useCapability('github-sign-in')
  const [leaving, setLeaving] = useState<string>()
  const unlink = useMutation({
    mutationFn: (provider: string) =>
      confirmed(() => call(account.unlinkIdentity, { params: { provider } })),
    onSuccess: () => invalidate(client, account.details),
    onSettled: (_, error) => {
      if (error === null || error instanceof NotConfirmed) setLeaving(undefined)
    },
  })
  if (details.identities.length === 0 && !hasGithub) return null
  return (
    <Card
      title="Linked identities"
      description="Accounts at other services that you can sign in with."
    >
      {details.identities.length === 0 ? (
        <CardBody>
          <p className="text-ink-soft">
            None. To link GitHub, choose Continue with GitHub on the sign-in page with the same
            email address.
          </p>
        </CardBody>
      ) : (
        <ul className="border-t border-line">
          {details.identities.map((identity) => (
            <IdentityRow
              key={identity.provider}
              identity={identity}
              onUnlink={() => {
                unlink.reset()
                setLeaving(identity.provider)
              }}
            />
          ))}
        </ul>
      )}
      {leaving !== undefined && (
        <Confirm
          isOpen
          title={`Unlink ${getName(leaving)}?`}
          confirmLabel="Unlink"
          isPending={unlink.isPending}
          error={unlink.error instanceof NotConfirmed ? null : unlink.error}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => unlink.mutate(leaving)}
        >
          You can no longer sign in with it. Your other sign-in methods stay.
        </Confirm>
      )}
    </Card>
  )
}

type RowProps = { identity: AccountDetails['identities'][number]; onUnlink: () => void }

function IdentityRow({ identity: { provider, created_at, locked_reason }, onUnlink }: RowProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium">{getName(provider)}</span>
        <span className="text-xs text-ink-faint">
          linked <Time at={created_at} />
        </span>
      </span>
      <Button
        aria-label={`Unlink ${getName(provider)}`}
        disabledReason={locked_reason ?? undefined}
        onClick={onUnlink}
      >
        Unlink
      </Button>
    </li>
  )
}
