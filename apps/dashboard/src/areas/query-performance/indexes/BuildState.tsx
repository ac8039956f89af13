import type { IndexJob } from '@basalt/contract/database/index-jobs'

import { Notice } from '../../../ui/Notice.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { isPending } from './queries.ts'

/** The job that builds the index, while it is under way or has failed. */
export function BuildState({ job }: { job: IndexJob | undefined }) {
  if (job?.state === 'failed') {
    return (
      <Notice tone="bad" title="The index could not be built">
        {job.error}
      </Notice>
    )
  }
  if (job === undefined || !isPending(job)) return null
  const { percent, phase } = job
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">Building the index{phase === null ? '' : `: ${phase}`}</p>
      <ProgressBar
        label="Progress of the build"
        className="w-full max-w-md"
        value={percent ?? 0}
        max={percent === null ? null : 100}
      />
    </div>
  )
}
