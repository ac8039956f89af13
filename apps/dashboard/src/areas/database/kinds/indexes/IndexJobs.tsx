import { databaseIndexJobs, type IndexJob } from '@basalt/contract/database/index-jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../../../../lib/access/access.tsx'
import { call, invalidate } from '../../../../lib/network/api.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { ProgressBar } from '../../../../ui/ProgressBar.tsx'
import { getProgress, getTitle } from './job-text.ts'
import { useIndexJobs } from './use-index-jobs.ts'

const nothing = () => undefined

/** The jobs of all indexes. */
export function IndexJobs({ projectRef }: { projectRef: string }) {
  return <JobList jobs={useIndexJobs(projectRef, nothing)} projectRef={projectRef} />
}

type ListProps = { jobs: readonly IndexJob[]; projectRef: string }

/** Builds, rebuilds and drops that are under way or have failed, with their progress. */
export function JobList({ jobs, projectRef }: ListProps) {
  if (jobs.length === 0) return null
  return (
    <ul aria-label="Jobs" className="flex flex-col gap-2">
      {jobs.map((job) => (
        <li key={job.id}>
          <Job job={job} projectRef={projectRef} />
        </li>
      ))}
    </ul>
  )
}

type JobProps = { job: IndexJob; projectRef: string }

function Job({ job, projectRef }: JobProps) {
  const isFailed = job.state === 'failed'
  const end = useEnd({ job, projectRef })
  const denied = useDenied(databaseIndexJobs.cancel, isFailed ? 'remove jobs' : 'cancel jobs')
  return (
    <Notice
      tone={isFailed ? 'bad' : 'info'}
      title={getTitle(job)}
      action={
        <Button
          size="small"
          isPending={end.isPending}
          disabledReason={denied ?? getObstacle(job)}
          onClick={() => end.mutate()}
        >
          {isFailed ? 'Remove from the list' : 'Cancel'}
        </Button>
      }
    >
      {isFailed ? <p>{job.error}</p> : <Progress job={job} />}
      {end.error !== null && <p className="text-bad">{end.error.message}</p>}
    </Notice>
  )
}

function Progress({ job }: { job: IndexJob }) {
  const { state, percent, created_by: by } = job
  return (
    <div className="flex flex-col gap-1.5 pt-0.5">
      <p>
        {getProgress(job)} <span className="text-ink-faint">· Started by {by}</span>
      </p>
      {state !== 'waiting' && (
        <ProgressBar
          label="Progress of the phase"
          className="w-full max-w-md"
          value={percent ?? 0}
          max={percent === null ? null : 100}
        />
      )}
    </div>
  )
}

function getObstacle({ action, state }: IndexJob): string | undefined {
  if (state === 'cancelling') return 'Already being cancelled'
  if (action === 'drop' && state === 'running') return 'A drop that has started is completed'
  return undefined
}

/** Cancels a job under way, or removes a failed one from the list. */
function useEnd({ job, projectRef }: JobProps) {
  const client = useQueryClient()
  const route = job.state === 'failed' ? databaseIndexJobs.remove : databaseIndexJobs.cancel
  return useMutation({
    mutationFn: () => call(route, { params: { ref: projectRef, job: job.id } }),
    onSettled: () => invalidate(client, databaseIndexJobs.list),
  })
}
