import { EngineError } from '@basalt/engine'
import type { Jobs, Task } from '@basalt/jobs'

import { advisorTask, nextWindow } from '../../catalog-changes/tasks.ts'
import { findProject, listProjects } from '../../store/projects.ts'
import { deleteClosedFindings } from './finding-store.ts'
import { type AdvisorServices, runProject } from './run-project.ts'

/** Checks one project after a change of its catalog, and once a night. */
export const checkTask = (services: AdvisorServices): Task => ({
  name: advisorTask,
  async run(payload) {
    const { ref } = payload as { ref: string }
    const project = await findProject(services.store, ref)
    if (project === null) return
    try {
      await runProject(services, project)
    } catch (error) {
      // A project that is paused or deleted by now has nothing to check; the failure is stored.
      if (!(error instanceof EngineError)) throw error
    }
  },
})

/** Adds a run of each project that is up; their queues spread the work. */
export async function checkEveryProject({
  store,
  jobs,
  clock,
}: Pick<AdvisorServices, 'store' | 'clock'> & { jobs: Jobs }): Promise<void> {
  await deleteClosedFindings(store, clock())
  for (const { ref, status } of await listProjects(store)) {
    if (status === 'ACTIVE_HEALTHY') await jobs.add(nextWindow(advisorTask, ref))
  }
}
