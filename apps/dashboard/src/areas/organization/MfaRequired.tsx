import type { Organization } from '@basalt/contract/organization/organization-list'
import { ShieldCheck } from 'lucide-react'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown to members without a second factor in place of the projects; SPEC.md section 2. */
export function MfaRequired({ organization }: { organization: Organization }) {
  return (
    <EmptyState
      icon={ShieldCheck}
      title={`${organization.name} requires multi-factor authentication`}
      action={
        <Link href={paths.accountSecurity()} className={buttonClass({ variant: 'primary' })}>
          Set up MFA
        </Link>
      }
    >
      Add an authenticator app or a passkey to access its projects.
    </EmptyState>
  )
}
