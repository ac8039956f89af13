import type { Log } from './log.ts'
import { atTimes, type Schedule } from './schedule.ts'

/**
 * Runs schedules in this process, without the database: for tasks of each single server, such as
 * checking the clusters that it started or flushing a buffer in its memory. Tasks that the servers
 * of an install share belong to `openJobs`.
 *
 * @returns a function that stops them, and resolves when the running ones have ended.
 */
export function runServerSchedules(schedules: readonly Schedule[], log: Log): () => Promise<void> {
  const stops = schedules.map(({ name, pattern, run }) =>
    atTimes(pattern, run, (error) =>
      log.error({ err: error, schedule: name }, 'A scheduled run failed'),
    ),
  )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
