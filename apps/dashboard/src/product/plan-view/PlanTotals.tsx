import { formatMs } from './format-plan.ts'
import type { Plan } from './plan-node.ts'

/** The total times, and the estimates when nothing was measured. */
export function PlanTotals({ plan }: { plan: Plan }) {
  const { planningMs, executionMs, isMeasured } = plan
  return (
    <p className="tabular flex flex-wrap gap-x-3 px-2 text-xs text-ink-soft max-tablet:order-last max-tablet:pb-1">
      {planningMs !== undefined && <span>Planning {formatMs(planningMs)}</span>}
      {executionMs !== undefined && <span>Execution {formatMs(executionMs)}</span>}
      {!isMeasured && <span>Not measured: costs and rows are estimates</span>}
    </p>
  )
}
