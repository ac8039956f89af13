import { EventEmitter } from 'node:events'

import type { WorkerEvents } from 'graphile-worker'

/** The flag of long jobs in the database. */
export const longFlag = 'long'

/**
 * Keeps a server from running more long jobs than `max`. Several workers claim at the same time, so
 * each claim that may return a long job counts as one until it has returned another, or none.
 */
export function limitLongJobs(max: number, longTasks: ReadonlySet<string>) {
  const holders = new Set<unknown>()
  /** Answers that no claim has used yet; claims begin in the order of the answers. */
  const answers: boolean[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:getJob:start', ({ worker }) => {
    if (answers.shift() === true) holders.add(worker)
  })
  const release = ({ worker }: { worker: unknown }) => holders.delete(worker)
  events.on('worker:getJob:empty', release)
  events.on('worker:getJob:error', release)
  events.on('job:start', ({ worker, job }) => {
    if (!longTasks.has(job.task_identifier)) release({ worker })
  })
  events.on('job:complete', release)
  return {
    events,
    /** Flags of jobs that the next claim must not return. */
    listForbidden(): string[] | null {
      const mayBeLong = holders.size + answers.filter(Boolean).length < max
      answers.push(mayBeLong)
      return mayBeLong ? null : [longFlag]
    },
  }
}
