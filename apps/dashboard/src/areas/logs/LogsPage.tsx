import { isPreviewInPlan } from '@basalt/catalog'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useEffect } from 'react'

import { previewsQuery, usePreview } from '../../lib/access/previews.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { logSourceEntries } from '../../lib/log-sources.ts'
import { paths } from '../../lib/paths.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { NotFoundText } from '../../product/NotFoundText.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { LogPage } from './LogPage.tsx'
import { usePlan } from './state/use-plan.ts'

type Props = { projectRef: string; query: UrlQuery }

/** SPEC.md section 6: all sources together, for the Team plan and above; else the first of them. */
export function LogsPage({ projectRef, query }: Props) {
  const [isOn] = usePreview('unified-logs')
  const { data, error, refetch } = useQuery({ ...previewsQuery(), enabled: isOn })
  const plan = usePlan(projectRef)
  if (isOn && error !== null && data === undefined)
    return (
      <PageBody>
        <ErrorPanel
          title="The logs could not be opened"
          error={error}
          onRetry={() => void refetch()}
        />
      </PageBody>
    )
  if (isOn && (data === undefined || plan.isPending))
    return (
      <PageBody>
        <SkeletonRows />
      </PageBody>
    )
  const isOffered = data?.previews.some(({ key }) => key === 'unified-logs') === true
  if (isOn && isOffered && plan.id !== undefined && isPreviewInPlan('unified-logs', plan.id))
    return <LogPage projectRef={projectRef} query={query} source={undefined} />
  return <FirstSource projectRef={projectRef} query={query} />
}

/** Keeps the view, which other pages may have asked for, in the page of one source. */
function FirstSource({ projectRef, query }: Props) {
  const go = useGo()
  const { sources, ...view } = query
  const requested = sources?.split(',') ?? []
  const source =
    logSourceEntries.find(({ name }) => requested.includes(name)) ?? logSourceEntries[0]
  const href = paths.sourceLogs(projectRef, source?.name ?? 'edge_logs', view)
  useEffect(() => go(href, { replace: true }), [go, href])
  return null
}

type SourceProps = Props & {
  /** The other page of this module has none. */
  source?: string
}

/** The rows of one source. */
export function SourcePage({ projectRef, source, query }: SourceProps) {
  const { capabilities } = useInstall()
  const entry = logSourceEntries.find(({ name }) => name === source)
  if (entry === undefined) return <NotFoundText />
  const { name, label, service } = entry
  const services: readonly string[] = capabilities
  if (service !== undefined && !services.includes(service))
    return (
      <PageBody>
        <EmptyState icon={ScrollText} title={`${label} has no logs yet`}>
          This install does not run the service that writes them. Its rows will appear here.
        </EmptyState>
      </PageBody>
    )
  return (
    <LogPage
      key={name}
      projectRef={projectRef}
      query={query}
      source={name}
      note={<PlanNote projectRef={projectRef} />}
    />
  )
}

/** SPEC.md section 6: all sources in one view need the Team plan. */
function PlanNote({ projectRef }: { projectRef: string }) {
  const [isOn] = usePreview('unified-logs')
  const { id, name, slug } = usePlan(projectRef)
  if (!isOn || id === undefined || slug === undefined || isPreviewInPlan('unified-logs', id))
    return null
  return (
    <Notice
      tone="info"
      title="All sources in one view require the Team plan"
      action={
        <Link href={paths.organizationPlans(slug)} className={buttonClass()}>
          Compare plans
        </Link>
      }
    >
      This project is on the {name} plan.
    </Notice>
  )
}
