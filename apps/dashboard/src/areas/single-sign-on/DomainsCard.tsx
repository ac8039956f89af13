import {
  singleSignOn,
  type SsoProvider,
  type SsoState,
} from '@basalt/contract/organization/single-sign-on'
import { useMutation } from '@tanstack/react-query'

import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

type Props = {
  slug: string
  provider: SsoProvider
  disabledReason: string | undefined
  onSaved: (state: SsoState) => void
}

/** Verified domains, and the DNS records that verify the others. */
export function DomainsCard({ slug, provider, disabledReason, onSaved }: Props) {
  const verify = useMutation({
    mutationFn: (domain: string) => call(singleSignOn.verifyDomain, { params: { slug, domain } }),
    onSuccess: onSaved,
  })
  return (
    <Card
      title="Domains"
      description="Add the TXT record to the DNS of a domain to verify that you own it. Users with an address of the domain can then sign in through your provider."
    >
      <ul>
        {provider.domains.map((entry) => (
          <li
            key={entry.domain}
            className="relative flex flex-col gap-2 border-t border-line px-4 py-3 first:border-0"
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 font-medium break-all">{entry.domain}</span>
              {entry.verified_at === null ? (
                <Status tone="warn">Not verified</Status>
              ) : (
                <span className="flex items-center gap-2 text-ink-soft">
                  <Status tone="good">Verified</Status>
                  <Time at={entry.verified_at} />
                </span>
              )}
            </div>
            {entry.verified_at === null && (
              <>
                <Record {...entry.record} />
                <Button
                  className="self-start"
                  isPending={verify.isPending && verify.variables === entry.domain}
                  disabledReason={disabledReason}
                  onClick={() => verify.mutate(entry.domain)}
                >
                  Check record
                </Button>
              </>
            )}
            {verify.error !== null && verify.variables === entry.domain && (
              <Notice tone="bad">{verify.error.message}</Notice>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Record({ name, value }: { name: string; value: string }) {
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-control bg-sunken px-3 py-2 text-xs">
      {[
        ['Type', 'TXT'],
        ['Name', name],
        ['Value', value],
      ].map(([label = '', text = '']) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 font-mono break-all">{text}</dd>
          <dd>
            {label === 'Type' ? null : (
              <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} isIcon size="small" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
