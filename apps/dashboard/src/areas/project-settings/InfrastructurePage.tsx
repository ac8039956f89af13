import { databaseUsage } from '@basalt/contract/database/usage'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { DiskTable } from './DiskTable.tsx'
import { Figures } from './Figures.tsx'
import { ResourceUsageSection } from './ResourceUsageSection.tsx'
import { SessionTable } from './SessionTable.tsx'
import { SlotTable } from './SlotTable.tsx'

type Props = { projectRef: string; query: UrlQuery }

/** The load of a database: figures, usage over time, sessions, disk usage and replication slots. */
export function InfrastructurePage({ projectRef, query }: Props) {
  useDocumentTitle('Infrastructure', 'Settings')
  const denied = useDenied(databaseUsage.overview, 'see the state of this database')
  return (
    <PageBody>
      <PageHeader
        title="Infrastructure"
        description="The load of the database, now and over time."
      />
      {denied === undefined ? (
        <>
          <Figures projectRef={projectRef} />
          <ResourceUsageSection projectRef={projectRef} query={query} />
          <SessionTable projectRef={projectRef} />
          <DiskTable projectRef={projectRef} />
          <SlotTable projectRef={projectRef} />
        </>
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}
