import type { LogService } from '../../logs/service.ts'
import type { Outcome, TakenRun } from './ledger.ts'

type EndedRun = {
  ref: string
  run: Pick<TakenRun, 'jobid' | 'name' | 'schedule' | 'command'>
  outcome: Outcome
  durationMs: number
}

/** Adds the end of a run to the logs of the project. */
export function recordEnd(
  logs: Pick<LogService, 'record'>,
  { ref, run, outcome: { status, message }, durationMs }: EndedRun,
): void {
  const title = run.name ?? `job ${run.jobid}`
  logs.record({
    ref,
    source: 'cron_logs',
    at: Date.now(),
    level: status === 'failed' ? 'error' : 'info',
    message: `${title} ${status}: ${message}`,
    durationMs,
    metadata: {
      job: { id: Number(run.jobid), name: run.name, schedule: run.schedule },
      run: {
        status,
        duration_ms: durationMs,
        command: run.command,
        error: status === 'failed' ? message : null,
      },
    },
  })
}
