import { singleSignOn, type SsoCheck } from '@basalt/contract/organization/single-sign-on'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'

import { plural } from '../../lib/format/format.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { slug: string; issuer: string; disabledReason: string | undefined }

/** Reads the provider's metadata and shows it; saves nothing. */
export function TestConnection({ slug, issuer, disabledReason }: Props) {
  const test = useMutation({
    mutationFn: (requested: string) =>
      call(singleSignOn.test, { params: { slug }, body: { issuer: requested } }),
  })
  const isEmpty = issuer.trim() === ''
  // The result belongs to the requested address.
  const isCurrent = test.variables === issuer
  return (
    <div className="flex flex-col gap-3">
      <Button
        className="self-start"
        icon={PlugZap}
        isPending={test.isPending}
        disabledReason={disabledReason ?? (isEmpty ? 'Enter the issuer URL first' : undefined)}
        onClick={() => test.mutate(issuer)}
      >
        Test connection
      </Button>
      {isCurrent && test.error !== null && (
        <Notice tone="bad" title="Could not connect to the provider">
          {test.error.message}
        </Notice>
      )}
      {isCurrent && test.data !== undefined && <Found check={test.data} />}
    </div>
  )
}

function Found({ check }: { check: SsoCheck }) {
  const facts = [
    ['Issuer', check.issuer],
    ['Sign-in page', check.authorization_endpoint],
    ['Tokens', check.token_endpoint],
    ['Keys', `${check.jwks_uri} (${plural(check.signing_keys, 'key')})`],
    ['Scopes', check.scopes.join(', ') || 'not listed'],
    ['Claims', check.claims.join(', ') || 'not listed'],
  ]
  const isFine = check.warnings.length === 0
  return (
    <Notice
      tone={isFine ? 'good' : 'warn'}
      title={isFine ? 'Connection succeeded' : 'Connection succeeded, but'}
    >
      {check.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <dl className="grid grid-cols-1 gap-x-4 gap-y-0.5 pt-1 text-xs tablet:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint max-tablet:pt-1">{name}</dt>
            <dd className="font-mono break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
