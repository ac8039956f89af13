import { buildPath } from '@basalt/contract/client'
import { audit } from '@basalt/contract/organization/audit'
import type { AnyRoute } from '@basalt/contract/route'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { useCan } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call } from '../../lib/network/api.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { type AuditFilter, auditQuery, readFilter } from './audit-filter.ts'
import { AuditLog } from './AuditLog.tsx'
import { VerifyDialog } from './VerifyDialog.tsx'

type Props = { slug: string; query: UrlQuery }

export function AuditPage({ slug, query: given }: Props) {
  const filter = readFilter(given)
  useDocumentTitle('Audit log')
  const isAllowed = useCan(audit.list)
  const [isVerifying, setIsVerifying] = useState(false)
  const denied = isAllowed ? undefined : 'You need additional permissions to read the audit log'
  const save = (route: AnyRoute) => download(route, slug, filter)

  return (
    <PageBody>
      <PageHeader
        title="Audit log"
        description="All changes in this organization and its projects, with user, time and address."
        actions={
          <>
            <Button icon={ShieldCheck} disabledReason={denied} onClick={() => setIsVerifying(true)}>
              Verify
            </Button>
            <Menu
              align="end"
              trigger={
                <Button icon={Download} disabledReason={denied}>
                  Export
                </Button>
              }
              items={[
                { kind: 'heading', label: 'All entries that match the filters' },
                { label: 'CSV', onSelect: () => save(audit.exportCsv) },
                { label: 'JSON', onSelect: () => save(audit.exportJson) },
              ]}
            />
          </>
        }
      />
      {isAllowed ? (
        <AuditLog
          cacheKey={[audit.list.method, audit.list.path, slug]}
          read={(query, signal) => call(audit.list, { params: { slug }, query }, signal)}
          filter={filter}
          organizationSlug={slug}
        />
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
      {isVerifying && <VerifyDialog slug={slug} onClose={() => setIsVerifying(false)} />}
    </PageBody>
  )
}

/** The browser downloads the file, for any size. */
function download(route: AnyRoute, slug: string, filter: AuditFilter) {
  const query = new URLSearchParams(auditQuery(filter)).toString()
  const link = document.createElement('a')
  link.href = buildPath(route, { slug }) + (query === '' ? '' : `?${query}`)
  link.download = ''
  link.click()
}
