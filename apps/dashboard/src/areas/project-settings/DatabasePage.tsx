import { useSuspenseQuery } from '@tanstack/react-query'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { isRunning } from '../../lib/format/project-status.ts'
import { projectQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { ConnectionCard } from '../../product/project/ConnectionCard.tsx'
import { PasswordReset } from '../../product/project/PasswordReset.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { ParameterTable } from './ParameterTable.tsx'

/** How to connect to the database, its password, and its parameters. */
export function DatabasePage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Database', 'Settings')
  return (
    <PageBody>
      <PageHeader title="Database" />
      <Panel
        failure="The connection details could not be loaded"
        resetKey={projectRef}
        loading={<SkeletonRows rows={4} />}
      >
        <Connection projectRef={projectRef} />
      </Panel>
      <ParameterTable projectRef={projectRef} />
    </PageBody>
  )
}

function Connection({ projectRef }: { projectRef: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectRef))
  if (project.connection === null) return null
  return (
    <ConnectionCard
      connection={project.connection}
      isRunning={isRunning(project)}
      password={<PasswordReset project={project} />}
    />
  )
}
