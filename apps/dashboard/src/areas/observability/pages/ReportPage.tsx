import { reports } from '@basalt/contract/observability/reports'
import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'

import { useDenied } from '../../../lib/access/access.tsx'
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageBody } from '../../../ui/PageHeader.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { PageLinks } from './PageLinks.tsx'
import { reportsQuery } from './report-queries.ts'
import { ReportView } from './ReportView.tsx'

type Props = { projectRef: string; id: string; query: UrlQuery }

/** A page of blocks that the project has made for itself. */
export function ReportPage({ projectRef, id, query }: Props) {
  const denied = useDenied(reports.list, 'see the pages of this project')
  const { data, error, refetch } = useQuery({
    ...reportsQuery(projectRef),
    enabled: denied === undefined,
  })
  const report = data?.find((one) => one.id === id)
  useDocumentTitle(report?.name ?? 'Page', 'Observability')
  return (
    <PageBody>
      <PageLinks projectRef={projectRef} currentId={id} />
      {denied !== undefined && <Notice tone="info">{denied}</Notice>}
      {error !== null && data === undefined && (
        <ErrorPanel
          title="The page could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {denied === undefined && error === null && data === undefined && (
        <Skeleton className="h-64" />
      )}
      {data !== undefined && report === undefined && (
        <EmptyState
          icon={Activity}
          title="This page does not exist"
          action={
            <Link href={paths.observability(projectRef)} className="link">
              Overview
            </Link>
          }
        >
          It may have been deleted.
        </EmptyState>
      )}
      {report !== undefined && (
        <ReportView key={id} projectRef={projectRef} report={report} query={query} />
      )}
    </PageBody>
  )
}
