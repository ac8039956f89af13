import { databaseUsage } from '@basalt/contract/database/usage'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { DiskTable } from './DiskTable.tsx'
import { Figures } from './Figures.tsx'
import { SessionTable } from './SessionTable.tsx'
import { SlotTable } from './SlotTable.tsx'

/** The load of a database: figures, sessions, disk usage and replication slots. */
export function InfrastructurePage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Infrastructure', 'Settings')
  const denied = useDenied(databaseUsage.overview, 'see the state of this database')
  return (
    <PageBody>
      <PageHeader title="Infrastructure" description="The load of the database, as it is now." />
      {denied === undefined ? (
        <>
          <Figures projectRef={projectRef} />
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
