import { useMemo } from 'react'

import { labelNow, pinResult, unpinResult, usePinnedPlans } from '../../runs/pinned-results.ts'
import type { ResultViewProps } from '../rows/result-view-props.ts'
import type { Plan } from './plan-node.ts'
import { PlanView } from './PlanView.tsx'
import { getPlan } from './read-plan.ts'

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
  return <PlanView {...{ plan, pinned, isPinned, onShowRows }} onPinToggle={toggle} />
}
