import type { ProjectDetail } from '@basalt/contract/project/project-reading'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Offered } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'

/** SPEC.md section 8, "restricted": in place of tables and queries, with the ways on. */
export function RestrictedPage({ project }: { project: ProjectDetail }) {
  useDocumentTitle(project.name)
  return (
    <PageBody width="form">
      <PageHeader
        title={project.name}
        description="Tables and queries are available again when the organization reduces its usage or upgrades its plan."
      />
      <Notice tone="bad" title="Services Restricted">
        Your Projects are unable to serve any requests as your Organization plan has used up its
        quota.
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Offered by="billing">
          <Link
            href={paths.organizationBilling(project.organization_slug)}
            className={buttonClass({ variant: 'primary' })}
          >
            Plan and billing
          </Link>
        </Offered>
        <Link href={paths.projectExport(project.ref)} className={buttonClass()}>
          Export data
        </Link>
      </div>
      <p className="text-ink-soft">Nothing was deleted. You can export your data at any time.</p>
    </PageBody>
  )
}
