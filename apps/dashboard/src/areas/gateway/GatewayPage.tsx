import { gateway } from '@basalt/contract/gateway/gateway'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { AddressCard } from './AddressCard.tsx'
import { RequestLog } from './RequestLog.tsx'
import { statusClasses } from './status-classes.ts'

type Props = { projectRef: string; query: UrlQuery }

/** The address that clients of a project call, its health, and their requests. */
export function GatewayPage({ projectRef, query }: Props) {
  useDocumentTitle('API gateway', 'Settings')
  const denied = useDenied(gateway.requests, 'see the requests of this project')
  return (
    <PageBody>
      <PageHeader
        title="API gateway"
        description="Clients call all services of this project at one address."
        actions={
          <Link href={paths.sourceLogs(projectRef, 'edge_logs')} className={buttonClass()}>
            Open logs
          </Link>
        }
      />
      {denied === undefined ? (
        <>
          <AddressCard projectRef={projectRef} />
          <RequestLog projectRef={projectRef} status={readChoice(query, 'status', statusClasses)} />
        </>
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}
