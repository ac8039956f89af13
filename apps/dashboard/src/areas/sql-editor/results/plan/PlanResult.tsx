import { Pin, PinOff, Table2 } from 'lucide-react'
import { useMemo } from 'react'

import type { Plan } from '../../../../product/plan-view/plan-node.ts'
import { getPlan } from '../../../../product/plan-view/read-plan.ts'
import { Button } from '../../../../ui/Button.tsx'
import { late } from '../../../../ui/late.tsx'
import { labelNow, pinResult, unpinResult, usePinnedPlans } from '../../runs/pinned-results.ts'
import type { ResultViewProps } from '../rows/result-view-props.ts'

const PlanView = late(
  async () => (await import('../../../../product/plan-view/PlanView.tsx')).PlanView,
)

type Props = ResultViewProps & { plan: Plan; onShowRows: () => void }

/** A plan in place of its text rows. */
export function PlanResult({ id, plan, result, projectRef, statement, onShowRows }: Props) {
  const all = usePinnedPlans(projectRef)
  const isPinned = all.some((one) => one.id === id)
  const last = all.findLast((one) => one.id !== id)
  const pinned = useMemo(() => {
    const other = last && getPlan(last.result)
    return other === undefined || last === undefined
      ? undefined
      : { label: last.label, plan: other }
  }, [last])
  const toggle = () =>
    isPinned
      ? unpinResult(id)
      : pinResult({ id, projectRef, kind: 'plan', statement, result, label: labelNow('Plan') })
  return (
    <PlanView
      plan={plan}
      pinned={pinned}
      actions={
        <>
          <Button size="small" variant="ghost" icon={Table2} onClick={onShowRows}>
            Show as rows
          </Button>
          <Button
            size="small"
            variant="ghost"
            icon={isPinned ? PinOff : Pin}
            tooltip="Compare the next plan with this one"
            onClick={toggle}
          >
            {isPinned ? 'Unpin' : 'Pin to compare'}
          </Button>
        </>
      }
    />
  )
}
