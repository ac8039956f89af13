import type { CronJob, CronRun } from '@basalt/contract/cron/cron'
import type { ReactNode } from 'react'

import { formatDuration } from '../../lib/format/format-duration.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { runStates } from './job-columns.tsx'
import { nameOf, useRuns, useStopRun } from './queries.ts'

type Props = {
  projectRef: string
  job: CronJob
  /** Why no run can be stopped. */
  disabledReason: string | undefined
  onClose: () => void
}

/** The history of a job with its output. */
export function RunsPanel({ projectRef, job, disabledReason, onClose }: Props) {
  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Runs of ${nameOf(job)}`}
      description="The last 30 days, at most 10,000 runs."
      onClose={onClose}
    >
      <RunList {...{ projectRef, disabledReason }} id={job.id} />
    </Dialog>
  )
}

const stoppable: ReadonlySet<CronRun['status']> = new Set(['waiting', 'starting', 'running'])

type ListProps = Pick<Props, 'projectRef' | 'disabledReason'> & { id: string }

function RunList({ projectRef, id, disabledReason }: ListProps) {
  const stop = useStopRun(projectRef, id)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns(
    projectRef,
    id,
  )
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows />
    ) : (
      <ErrorPanel
        title="The runs could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const runs = data.pages.flat()
  if (runs.length === 0) return <p className="text-ink-soft">The job has not run yet.</p>
  return (
    <>
      <ol aria-label="Runs" className="flex flex-col gap-3">
        {runs.map((run) => (
          <RunItem key={run.id} run={run}>
            {stoppable.has(run.status) && (
              <Button
                disabledReason={disabledReason}
                isPending={stop.isPending && stop.variables === run.id}
                onClick={() => stop.mutate(run.id)}
              >
                Stop run
              </Button>
            )}
          </RunItem>
        ))}
      </ol>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older runs
        </Button>
      )}
    </>
  )
}

function RunItem({ run, children }: { run: CronRun; children: ReactNode }) {
  const { status, slot, reason, message, attempt, started_at: start, ended_at: end } = run
  return (
    <li className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Status tone={runStates[status].tone}>{runStates[status].text}</Status>
        <Time at={slot} />
        {start !== null && end !== null && (
          <span className="text-ink-soft">
            {formatDuration(Date.parse(end) - Date.parse(start))}
          </span>
        )}
        {attempt > 1 && <span className="text-ink-soft">attempt {attempt}</span>}
        {children}
      </span>
      {reason !== null && <span className="text-ink-soft">{reason}</span>}
      {message !== null && message !== '' && (
        <pre className="overflow-x-auto whitespace-pre-wrap">{message}</pre>
      )}
    </li>
  )
}
