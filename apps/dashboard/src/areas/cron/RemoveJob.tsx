import type { CronJob } from '@basalt/contract/cron/cron'

import { Confirm } from '../../ui/Confirm.tsx'
import { nameOf, useRemoveJob } from './queries.ts'

type Props = { job: CronJob; projectRef: string; onClose: () => void }

export function RemoveJob({ job, projectRef, onClose }: Props) {
  const remove = useRemoveJob(projectRef, onClose)
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete the job ${nameOf(job)}?`}
      confirmLabel="Delete job"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(job)}
    >
      <p>A run that is under way ends as usual. Later runs do not start.</p>
    </Confirm>
  )
}
