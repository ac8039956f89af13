import { billing, type Usage } from '@basalt/contract/billing/billing'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatExact } from '../../lib/format/format-time.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { MetricCard } from './MetricCard.tsx'
import { UnusedMetrics } from './UnusedMetrics.tsx'
import { splitByUse } from './usage-model.ts'
import { UsageFilters } from './UsageFilters.tsx'

type Props = { slug: string; at: string | undefined; project: string | undefined }

type PageProps = { slug: string; query: UrlQuery }

export function UsagePage({ slug, query: given }: PageProps) {
  useDocumentTitle('Usage')
  const denied = useDenied(billing.usage, 'see the usage of this organization')
  return (
    <PageBody>
      <PageHeader
        title="Usage"
        description="Usage of the organization's projects, measured every hour."
        actions={
          <Link href={paths.organizationBilling(slug)} className={buttonClass()}>
            Billing
          </Link>
        }
      />
      {denied === undefined ? (
        <Content
          slug={slug}
          at={getMoment(readText(given, 'at'))}
          project={readText(given, 'project')}
        />
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}

/** An invalid time selects the current period. */
const getMoment = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()

function Content({ slug, at, project }: Props) {
  const requested = {
    ...(at !== undefined && { at }),
    ...(project !== undefined && { project_ref: project }),
  }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(billing.usage, { params: { slug }, query: requested }),
    placeholderData: keepPreviousData,
  })
  if (error !== null) {
    return (
      <ErrorPanel
        title="Usage could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        action={
          at === undefined && project === undefined ? undefined : (
            <Link href={paths.organizationUsage(slug)} className={buttonClass()}>
              Show all projects for this period
            </Link>
          )
        }
      />
    )
  }
  if (data === undefined) return <SkeletonRows rows={4} className="h-44 rounded-card!" />
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-6">
      <UsageFilters slug={slug} usage={data} at={at} project={project} />
      <Metrics slug={slug} usage={data} isFiltered={project !== undefined} />
    </div>
  )
}

type MetricsProps = { slug: string; usage: Usage; isFiltered: boolean }

function Metrics({ slug, usage, isFiltered }: MetricsProps) {
  const { used, unused } = splitByUse(usage)
  return (
    <>
      <Summary usage={usage} isFiltered={isFiltered} />
      {used.length === 0 && (
        <EmptyState icon={Gauge} title="No usage in this period">
          Database size, egress and compute appear here once a project runs. They are measured every
          hour.
        </EmptyState>
      )}
      {used.map((one) => (
        <PanelBoundary
          key={one.metric.id}
          failure={`Could not show ${one.metric.name}`}
          resetKey={usage.measured_through}
        >
          <MetricCard slug={slug} usage={usage} one={one} isFiltered={isFiltered} />
        </PanelBoundary>
      ))}
      <UnusedMetrics metrics={unused} />
    </>
  )
}

function Summary({ usage, isFiltered }: Omit<MetricsProps, 'slug'>) {
  const cost = usage.metrics.reduce((sum, metric) => sum + metric.cost_micros, 0)
  const isPaid = usage.plan === 'pro' || usage.plan === 'team'
  return (
    <p className="text-ink-soft">
      Measured until {formatExact(usage.measured_through)}.
      {isPaid && !isFiltered && (
        <>
          {' '}
          Usage costs <span className="tabular font-medium text-ink">{formatMoney(cost)}</span> in
          addition to the plan fee.
        </>
      )}
    </p>
  )
}
