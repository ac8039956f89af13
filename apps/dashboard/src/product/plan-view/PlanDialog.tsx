import { useMemo } from 'react'

import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { PlanView } from './PlanView.tsx'
import { readJsonPlan } from './read-json.ts'

type Props = {
  title: string
  /** As auto_explain writes it, in JSON. */
  logged: unknown
  onClose: () => void
}

/** A plan from the log, with the views that the plans of the SQL editor have. */
export function PlanDialog({ title, logged, onClose }: Props) {
  const source = useMemo(() => JSON.stringify(logged), [logged])
  const plan = useMemo(() => readJsonPlan(source), [source])
  return (
    <Dialog isOpen width="large" title={title} onClose={onClose}>
      {plan === undefined ? (
        <div className="flex flex-col gap-3">
          <Notice tone="warn">This plan is incomplete, so it is shown as it was logged.</Notice>
          <SqlText sql={source} label="Logged plan" />
        </div>
      ) : (
        <div className="flex h-[70vh] min-h-0 flex-col">
          <PlanView plan={plan} />
        </div>
      )}
    </Dialog>
  )
}
