import { singleSignOn, type SsoState } from '@basalt/contract/organization/single-sign-on'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { AccessScope, useDenied, useDeniedIn } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { query } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Status } from '../../ui/Status.tsx'
import { DomainsCard } from './DomainsCard.tsx'
import { RemoveCard } from './RemoveCard.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { getStatus } from './sso-form.ts'

const stateQuery = (slug: string) => query(singleSignOn.get, { params: { slug } })

/** Single sign-on of an organization: its identity provider, its domains, its end. */
export function SingleSignOnPage({ slug }: { slug: string }) {
  useDocumentTitle('Single sign-on')
  const { permission } = singleSignOn.get
  const denied = useDeniedIn(slug, permission, 'see the single sign-on settings')
  return (
    <PageBody width="form">
      <PageHeader
        title="Single sign-on"
        description="Users with an address of your domains sign in through your identity provider, with OpenID Connect."
      />
      {denied === undefined ? (
        <AccessScope organizationSlug={slug}>
          <Panel failure="Single sign-on could not be loaded" resetKey={slug}>
            <Content slug={slug} />
          </Panel>
        </AccessScope>
      ) : (
        <Notice tone="info" title="Only members of the organization have access">
          {denied}.
        </Notice>
      )}
    </PageBody>
  )
}

function Content({ slug }: { slug: string }) {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(stateQuery(slug))
  const denied = useDenied(singleSignOn.update, 'change single sign-on')
  const { provider } = data
  const reason = data.is_offered ? denied : 'Single sign-on requires the Team plan'
  const onSaved = (state: SsoState) => client.setQueryData(stateQuery(slug).queryKey, state)

  return (
    <>
      {!data.is_offered && (
        <Notice tone="info" title="Single sign-on requires the Team plan">
          {provider === null
            ? 'Upgrade the organization to sign in through your identity provider.'
            : 'The settings are kept, but you can only sign in through the provider on the Team plan or above.'}
        </Notice>
      )}
      {data.is_offered && denied !== undefined && (
        <Notice tone="info">{denied}: an owner can.</Notice>
      )}
      {provider !== null && <ProviderStatus provider={provider} />}
      <RedirectCard address={data.redirect_uri} />
      <SettingsForm
        // After saving, the form is remounted with the server's values.
        key={provider?.updated_at ?? 'new'}
        slug={slug}
        state={data}
        disabledReason={reason}
        onSaved={onSaved}
      />
      {provider !== null && (
        <>
          <DomainsCard slug={slug} provider={provider} disabledReason={reason} onSaved={onSaved} />
          <RemoveCard slug={slug} provider={provider} disabledReason={denied} onSaved={onSaved} />
        </>
      )}
    </>
  )
}

function ProviderStatus({ provider }: { provider: NonNullable<SsoState['provider']> }) {
  const { tone, label, note } = getStatus(provider)
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
        <Status tone={tone}>{label}</Status>
        <p className="min-w-0 flex-1 basis-64 text-ink-soft">{note}</p>
      </div>
    </Card>
  )
}

function RedirectCard({ address }: { address: string }) {
  return (
    <Card
      title="Register Basalt with your provider"
      description="Create a web application there with the authorization code flow, and enter this redirect URI."
      actions={<CopyButton text={address} label="Copy redirect URI" size="small" />}
    >
      <CardBody>
        <code className="rounded-control bg-sunken px-3 py-2 font-mono text-xs break-all">
          {address}
        </code>
      </CardBody>
    </Card>
  )
}
