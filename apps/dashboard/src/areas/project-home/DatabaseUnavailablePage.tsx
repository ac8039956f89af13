import type { ProjectDetail } from '@basalt/contract/project/project-reading'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { StatusNotice } from './StatusNotice.tsx'

/** Replaces tables and queries while the database is paused or starting. */
export function DatabaseUnavailablePage({ project }: { project: ProjectDetail }) {
  useDocumentTitle(project.name)
  return (
    <PageBody width="form">
      <PageHeader
        title={project.name}
        description="Tables and queries are available again as soon as the database responds."
        actions={
          <Link href={paths.project(project.ref)} className={buttonClass()}>
            Project home
          </Link>
        }
      />
      <StatusNotice project={project} />
    </PageBody>
  )
}
