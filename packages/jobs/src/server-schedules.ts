import type { Log } from './log.ts'
import { atTimes, type Schedule } from './schedule.ts'

/**
 * Runs schedules in this process, without the database: for what each server looks after itself,
 * such as the clusters that it started or a buffer in its memory. What the servers of an install
 * do once together belongs to `openJobs`.
 *
 * @returns a function that stops them, and resolves when those that were running have ended.
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
