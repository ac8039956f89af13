import type { OrganizationPlan } from '@basalt/catalog'
import type { Usage } from '@basalt/contract/billing/billing'
import { useMemo } from 'react'

import { formatMoney } from '../../lib/format/format-money.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DayChart } from './DayChart.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import { exactQuantity, formatAmount, formatQuantity, additionalPrice } from './quantities.ts'
import { QuotaBar } from './QuotaBar.tsx'
import { listDays, fullness, isRestricting, getLevel, type MetricUsage } from './usage-model.ts'

type Props = {
  slug: string
  usage: Usage
  one: MetricUsage
  /** A single project is shown; the included quantity is usually shared by all of them. */
  isFiltered: boolean
}

/** One metric: its usage, the included quantity, its cost, and its days and projects. */
export function MetricCard({ slug, usage, one, isFiltered }: Props) {
  const { metric, usage: used } = one
  const { plan } = usage
  const level = getLevel(one)
  const share = fullness(one)
  const isCharged = !isRestricting(metric, plan)
  const days = useMemo(() => listDays(usage, used.days), [usage, used.days])
  return (
    <section
      id={metric.id}
      aria-labelledby={`${metric.id}-title`}
      className="flex scroll-mt-14 flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-col">
          <h2 id={`${metric.id}-title`} className="text-base font-semibold">
            {metric.name}
          </h2>
          <Figures one={one} plan={plan} isFiltered={isFiltered} />
        </div>
        <Cost one={one} plan={plan} isFiltered={isFiltered} />
      </header>
      {share !== null && metric.per === 'organization' && (
        <QuotaBar share={share} level={level} isCharged={isCharged} />
      )}
      {!isCharged && level !== 'calm' && share !== null && (
        <QuotaNotice slug={slug} one={one} share={share} />
      )}
      <div className="grid gap-x-8 gap-y-4 desktop:grid-cols-[3fr_2fr]">
        <DayChart name={metric.name} unit={metric.unit} days={days} />
        <ProjectTable metric={metric} usage={used} isCharged={isCharged} />
      </div>
    </section>
  )
}

type PartProps = { one: MetricUsage; plan: OrganizationPlan; isFiltered: boolean }

function Figures({ one: { metric, usage }, isFiltered }: PartProps) {
  const { quantity, included, over } = usage
  const isShared = isFiltered && metric.per === 'organization'
  return (
    <p className="tabular text-ink-soft" title={exactQuantity(metric.unit, quantity)}>
      <span className="font-medium text-ink">{formatQuantity(metric.unit, quantity)}</span> used
      {included !== null && (
        <>
          {' · '}
          {formatAmount(metric.unit, included)} included
          {metric.per === 'project' && ' per project'}
          {isShared && ' for all projects together'}
        </>
      )}
      {over > 0 && (
        <>
          {' · '}
          <span className="text-ink">{formatAmount(metric.unit, over)} over</span>
        </>
      )}
    </p>
  )
}

/** Usage beyond the plan costs money on paid plans. */
function Cost({ one: { metric, usage }, plan, isFiltered }: PartProps) {
  if (plan === 'free' || plan === 'enterprise') return null
  const isShared = isFiltered && metric.per === 'organization' && metric.price !== null
  const price = additionalPrice(metric)
  return (
    <p className="tabular flex flex-col text-right max-tablet:text-left">
      <span className="font-semibold">
        {isShared ? 'Charged in total' : formatMoney(usage.cost_micros)}
      </span>
      {price !== undefined && (
        <span className="text-xs text-ink-faint">
          {usage.included === null || usage.included === 0 ? price : `then ${price}`}
        </span>
      )}
    </p>
  )
}

type NoticeProps = { slug: string; one: MetricUsage; share: number }

function QuotaNotice({ slug, one: { metric }, share }: NoticeProps) {
  const isOver = share > 1
  const where = metric.per === 'project' ? ' in a project' : ''
  return (
    <Notice
      tone={isOver ? 'bad' : 'warn'}
      title={
        isOver
          ? `Usage${where} exceeds the quota of the Free plan`
          : `${Math.floor(share * 100)} % of the Free plan quota is used${where}`
      }
      action={
        <Link href={paths.organizationPlans(slug)} className={buttonClass()}>
          Compare plans
        </Link>
      }
    >
      {isOver
        ? 'After a grace period, projects are restricted until you reduce usage or change the plan.'
        : 'If usage exceeds the quota, a grace period begins. After it, projects are restricted.'}
    </Notice>
  )
}
