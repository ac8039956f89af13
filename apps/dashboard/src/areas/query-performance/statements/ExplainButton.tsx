import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { explainQuery } from './queries.ts'

const PlanDialog = late(
  async () => (await import('../../../product/plan-view/PlanDialog.tsx')).PlanDialog,
)

type Props = { projectRef: string; id: string; disabledReason: string | undefined }

/** Shows the plan that PostgreSQL would choose now for any values. */
export function ExplainButton({ projectRef, id, disabledReason }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, isFetching } = useQuery({
    ...explainQuery(projectRef, id),
    enabled: isOpen,
  })
  const problem = error?.message ?? data?.problem ?? undefined
  return (
    <>
      <Button
        icon={Network}
        tooltip="The plan for any values, without running the statement"
        isPending={isOpen && isFetching}
        disabledReason={disabledReason}
        onPointerEnter={PlanDialog.prepare}
        onClick={() => setIsOpen(true)}
      >
        Explain
      </Button>
      {isOpen && problem !== undefined && (
        <div className="w-full">
          <Notice
            tone="bad"
            title="The statement could not be explained"
            action={<Button onClick={() => setIsOpen(false)}>Dismiss</Button>}
          >
            {problem}
          </Notice>
        </div>
      )}
      {isOpen && problem === undefined && data !== undefined && data.plan !== null && (
        <PlanDialog
          title="Plan for any values"
          logged={data.plan}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
