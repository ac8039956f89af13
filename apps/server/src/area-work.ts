import { areas } from './areas.ts'
import type { Area } from './install/area.ts'
import type { InstallServices } from './install/install-services.ts'

/** Lists of all areas under one of their names. */
function gather<Entry>(
  services: InstallServices,
  getList: (area: Area) => ((services: InstallServices) => Entry[]) | undefined,
): Entry[] {
  return areas.flatMap((area) => getList(area)?.(services) ?? [])
}

/** The jobs of an install that every worker can run. */
export const listWorkerJobs = (services: InstallServices) => ({
  schedules: gather(services, ({ jobs }) => jobs),
  tasks: gather(services, ({ tasks }) => tasks),
})

/** All jobs of an install. */
export function listJobs(services: InstallServices) {
  const { schedules, tasks } = listWorkerJobs(services)
  return {
    schedules: [...schedules, ...gather(services, ({ serverJobs }) => serverJobs)],
    tasks: [...tasks, ...gather(services, ({ serverTasks }) => serverTasks)],
  }
}

/** Schedules of each process that runs jobs. */
export const listBufferSchedules = (services: InstallServices) =>
  gather(services, ({ bufferSchedules }) => bufferSchedules)

/** Schedules of each server. */
export const listSchedules = (services: InstallServices) => [
  ...gather(services, ({ schedules }) => schedules),
  ...listBufferSchedules(services),
]
