import { audit } from '@basalt/contract/organization/audit'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useCapability } from '../../lib/install.tsx'
import { call } from '../../lib/network/api.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { readFilter } from './audit-filter.ts'
import { AuditLog } from './AuditLog.tsx'

/** A user's actions anywhere, and changes of their account. */
export function AccountAuditPage({ query: given }: { query: UrlQuery }) {
  const filter = readFilter(given)
  useDocumentTitle('Audit log')
  const hasAccounts = useCapability('accounts')
  return (
    <PageBody>
      <PageHeader
        title="Audit log"
        description={
          hasAccounts
            ? 'Your actions in your organizations, and changes to your account.'
            : 'All actions in this install.'
        }
      />
      <AuditLog
        cacheKey={[audit.ofAccount.method, audit.ofAccount.path]}
        read={(query, signal) => call(audit.ofAccount, { query }, signal)}
        filter={filter}
        {...(hasAccounts && {
          retentionNote:
            'Entries of an organization are kept for the retention period of its plan.',
        })}
      />
    </PageBody>
  )
}
