import { queryPerformance } from '@basalt/contract/query-performance/query-performance'
import type { OutputOf } from '@basalt/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatExact } from '../../../lib/format/format-time.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import type { Span } from '../../../product/time-range/time-range.ts'
import { useOpenObject } from '../../../product/use-table-view.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { late } from '../../../ui/late.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { Time } from '../../../ui/Time.tsx'
import { formatMs } from './format-figures.ts'
import { plansQuery } from './queries.ts'

const PlanDialog = late(
  async () => (await import('../../../product/plan-view/PlanDialog.tsx')).PlanDialog,
)

type Props = { projectRef: string; id: string; span: Span }

/** The logged plans of a statement's slow calls. */
export function PlanList({ projectRef, id, span }: Props) {
  const denied = useDenied(queryPerformance.plans, 'see the logs of this project')
  const { data, error, refetch } = useQuery({
    ...plansQuery(projectRef, id, span),
    enabled: denied === undefined,
    placeholderData: keepPreviousData,
  })
  const [openId, open] = useOpenObject('plan')
  const opened = data?.plans.find((one) => one.id === openId)
  return (
    <section aria-label="Plans" className="flex flex-col gap-2">
      <h3 className="font-medium">Plans</h3>
      {denied !== undefined && <p className="text-ink-soft">{denied}</p>}
      {error !== null && (
        <ErrorPanel
          title="The plans could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {denied === undefined && error === null && data === undefined && (
        <SkeletonRows rows={2} className="h-6" />
      )}
      {error === null && data !== undefined && (
        <Plans projectRef={projectRef} answer={data} onOpen={open} />
      )}
      {opened !== undefined && (
        <PlanDialog title={getTitle(opened)} logged={opened.plan} onClose={() => open(undefined)} />
      )}
    </section>
  )
}

type PlansProps = {
  projectRef: string
  answer: OutputOf<typeof queryPerformance.plans>
  onOpen: (id: string) => void
}

const Plans = ({ projectRef, answer: { plans, is_partial: isPartial }, onOpen }: PlansProps) => (
  <>
    {plans.length === 0 ? (
      <p className="text-ink-soft">
        No plan was logged in this time range. PostgreSQL logs the plan of a call that takes longer
        than <code>auto_explain.log_min_duration</code>.
      </p>
    ) : (
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {plans.map((plan) => (
          <li key={plan.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <Time at={plan.at} />
            <span className="tabular text-ink-soft">
              {plan.duration_ms !== null && formatMs(plan.duration_ms)}
            </span>
            <span className="flex-1" />
            <Link href={toRow(projectRef, plan)} className="link">
              Log row
            </Link>
            <Button
              size="small"
              aria-label={`Show plan of ${formatExact(plan.at)}`}
              onPointerEnter={PlanDialog.prepare}
              onClick={() => onOpen(plan.id)}
            >
              Show plan
            </Button>
          </li>
        ))}
      </ul>
    )}
    {plans.length === most && (
      <p className="text-xs text-ink-faint">These are the {most} newest plans of the time range.</p>
    )}
    {isPartial && (
      <p className="text-xs text-ink-faint">
        Older rows of the log were not read. Choose a shorter time range to find their plans.
      </p>
    )}
  </>
)

/** As many as the server sends. */
const most = 20

const marginMs = 300_000

const getTitle = ({ at, duration_ms: ms }: { at: string; duration_ms: number | null }) =>
  `Plan of ${formatExact(at)}${ms === null ? '' : `, ${formatMs(ms)}`}`

const toRow = (projectRef: string, { id, at }: { id: string; at: string }) =>
  paths.sourceLogs(projectRef, 'postgres_logs', {
    row: id,
    from: new Date(Date.parse(at) - marginMs).toISOString(),
    to: new Date(Date.parse(at) + marginMs).toISOString(),
  })
