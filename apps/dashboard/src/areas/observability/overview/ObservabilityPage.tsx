import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { PageBody, PageHeader } from '../../../ui/PageHeader.tsx'
import { RangeTools } from '../metrics/RangeTools.tsx'
import { useMetrics } from '../metrics/use-metrics.ts'
import { PageLinks } from '../pages/PageLinks.tsx'
import { HealthRow } from './HealthRow.tsx'
import { Overview } from './Overview.tsx'

type Props = { projectRef: string; query: UrlQuery }

/** How the project has fared: its health, the load of its cluster and the requests of its clients. */
export function ObservabilityPage({ projectRef, query }: Props) {
  useDocumentTitle('Observability')
  const metrics = useMetrics(projectRef, query)
  return (
    <PageBody>
      <PageLinks projectRef={projectRef} />
      <PageHeader
        title="Observability"
        description="The load of the database and the requests of clients, over time."
        actions={<RangeTools metrics={metrics} />}
      />
      <HealthRow
        resources={metrics.resources.isReadable ? metrics.resources.data : null}
        requests={metrics.requests.isReadable ? metrics.requests.data : null}
      />
      <Overview projectRef={projectRef} metrics={metrics} />
    </PageBody>
  )
}
