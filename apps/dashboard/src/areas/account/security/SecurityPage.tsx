import { accountSecurity } from '@basalt/contract/account/second-factors'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { Link } from '../../../lib/Link.tsx'
import { query } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { readText, type UrlQuery } from '../../../lib/routes/url-query.ts'
import { organizationsQuery } from '../../../lib/session/account.ts'
import { Panel } from '../../../product/Panel.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../../ui/PageHeader.tsx'
import { ConfirmIdentity } from '../identity-check/ConfirmIdentity.tsx'
import { SessionsCard } from '../sessions/SessionsCard.tsx'
import { AuthenticatorsCard } from './AuthenticatorsCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { RecoveryCodesDialog } from './RecoveryCodes.tsx'
import { RecoveryCodesCard } from './RecoveryCodesCard.tsx'

export function SecurityPage({ query: given }: { query: UrlQuery }) {
  // The organization that requires MFA and sent the user here.
  const required = readText(given, 'required')
  useDocumentTitle('Security')
  return (
    <PageBody width="form">
      <PageHeader title="Security" description="Sign-in methods and active sessions." />
      <ConfirmIdentity>
        <Panel failure="The security of your account could not be loaded">
          <Guards required={required} />
        </Panel>
      </ConfirmIdentity>
      <Panel failure="Your sessions could not be loaded">
        <SessionsCard />
      </Panel>
    </PageBody>
  )
}

function Guards({ required }: { required: string | undefined }) {
  const { data: security } = useSuspenseQuery(query(accountSecurity.get, {}))
  const [codes, setCodes] = useState<string[]>()
  const isOn = security.authenticators.length + security.passkeys.length > 0
  return (
    <>
      {required !== undefined && <Required slug={required} isOn={isOn} />}
      <PasswordCard security={security} />
      <AuthenticatorsCard security={security} onRecoveryCodes={setCodes} />
      <PasskeysCard security={security} onRecoveryCodes={setCodes} />
      <RecoveryCodesCard security={security} onRecoveryCodes={setCodes} />
      {codes !== undefined && (
        <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
      )}
    </>
  )
}

/** Why the person is here, and the way back once it is done. */
function Required({ slug, isOn }: { slug: string; isOn: boolean }) {
  const { data: organizations } = useQuery(organizationsQuery())
  const organization = organizations?.find((entry) => entry.slug === slug)
  if (organization === undefined) return null
  const back = (
    <Link className={buttonClass()} href={paths.organization(slug)}>
      Go to {organization.name}
    </Link>
  )
  return isOn ? (
    <Notice tone="good" title={`You have access to ${organization.name}`} action={back}>
      Your account has a second factor.
    </Notice>
  ) : (
    <Notice tone="warn" title={`${organization.name} requires multi-factor authentication`}>
      Add an authenticator app or a passkey to access its projects.
    </Notice>
  )
}
