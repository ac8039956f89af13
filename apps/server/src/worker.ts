import { runServerSchedules } from '@basalt/jobs'

import { listBufferSchedules, listWorkerJobs } from './area-work.ts'
import { areas } from './areas.ts'
import type { InstallParts } from './install/install-parts.ts'
import { createServices } from './install/install-services.ts'

/**
 * Runs the jobs of an install next to its server, without answering requests.
 *
 * @returns a function that ends them; jobs that do not end in time are run by another process.
 */
export function runWorker(parts: InstallParts): () => Promise<void> {
  const services = createServices(parts)
  const { jobs, log } = services
  const stops = areas.map(({ startAnywhere }) => startAnywhere?.(services))
  const stopSchedules = runServerSchedules(listBufferSchedules(services), log)
  jobs.run(listWorkerJobs(services))
  return async () => {
    await Promise.all([...stops.map((stop) => stop?.()), stopSchedules(), jobs.close()])
    await Promise.allSettled(areas.map(async ({ flush }) => flush?.(services)))
  }
}
