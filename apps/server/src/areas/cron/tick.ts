import type { Jobs, Task } from '@basalt/jobs'

import { spendAllows } from '../../billing/spend-state.ts'
import type { InstallServices } from '../../install/install-services.ts'
import { resolveSecrets } from '../../projects/resolve-secrets.ts'
import { updateExtensions } from '../../projects/update-extensions.ts'
import { findProject, listProjects, type StoredProject } from '../../store/projects.ts'
import { findSpendStep } from '../../store/subscriptions.ts'
import { claimRuns } from './claim.ts'
import { CommandModes } from './command-mode.ts'
import { nextDue } from './due.ts'
import { addFailureMail, hasUnreported } from './failure-mail.ts'
import { countUnfinished, hasCron, trimHistory } from './ledger.ts'
import { CronRunner } from './runner.ts'

const tickTask = 'cron-tick'

/** Runs of lost workers, and runs that are tried again, are looked for so often. */
const watchMs = 2000

/** A job of one time: all workers that want it add the same. */
export const addTick = (jobs: Jobs, ref: string, at: Date): Promise<void> =>
  jobs.add({
    task: tickTask,
    payload: { ref, at: at.getTime() },
    key: `cron ${ref} ${at.getTime()}`,
    queue: `cron ${ref}`,
    runAt: at,
  })

/** Runs the jobs of one project that are due, and adds the tick of the next time. */
export function cronTask(services: InstallServices): Task {
  const modes = new CommandModes(services.scripts)
  const runner = new CronRunner({
    ...services,
    modes,
    resolveSecrets: (ref, text) => resolveSecrets(services, ref, text),
  })
  return {
    name: tickTask,
    async run(payload, signal) {
      const { ref, at } = payload as { ref: string; at: number }
      const project = await findProject(services.store, ref)
      if (project?.status === 'ACTIVE_HEALTHY')
        await runTick(services, { project, at, runner, modes, signal })
    },
  }
}

type Tick = {
  project: StoredProject
  at: number
  runner: CronRunner
  modes: CommandModes
  signal: AbortSignal
}

async function runTick(services: InstallServices, tick: Tick): Promise<void> {
  const { project, at, runner, modes, signal } = tick
  const { ref } = project
  const db = await services.backgroundEngine.open(ref, 'owner')
  if (!(await hasCron(db))) return
  await updateExtensions(db)
  // The clock of the queue may be ahead of this one.
  const now = new Date(Math.max(services.clock().getTime(), at))
  const { jobs, runs } = await claimRuns(db, {
    now,
    blocked: await findBlock(services, project),
    modes,
  })
  runner.start(ref, runs, signal)
  const isWatched = (await countUnfinished(db)).length > 0
  const next = nextDue(jobs, now)?.getTime() ?? Infinity
  const watch = Math.floor(now.getTime() / watchMs + 1) * watchMs
  const soonest = isWatched ? Math.min(next, watch) : next
  if (Number.isFinite(soonest)) await addTick(services.jobs, ref, new Date(soonest))
}

async function findBlock(
  { store, capabilities }: InstallServices,
  project: StoredProject,
): Promise<string | null> {
  if (!capabilities.includes('billing')) return null
  const spendStep = await findSpendStep(store, project.organization_id)
  return spendAllows({ spendStep }, 'jobs') ? null : 'The spend cap has stopped jobs'
}

/** Adds a tick of each project with jobs, so that changes made with SQL take effect. */
export async function tickEveryProject(services: InstallServices, now: Date): Promise<void> {
  const projects = await listProjects(services.store)
  const running = projects.filter(({ status }) => status === 'ACTIVE_HEALTHY')
  for (const { ref } of running) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the background, one after the other
      const db = await services.backgroundEngine.open(ref, 'owner')
      // oxlint-disable-next-line no-await-in-loop
      if (!(await hasCron(db))) continue
      // oxlint-disable-next-line no-await-in-loop
      await addTick(services.jobs, ref, now)
      // oxlint-disable-next-line no-await-in-loop
      if (await hasUnreported(db)) await addFailureMail(services.jobs, ref)
    } catch (error) {
      services.log.warn({ err: error, ref }, 'The jobs of a project were not read')
    }
  }
}

/** Deletes old runs of every project. */
export async function trimEveryProject(services: InstallServices): Promise<void> {
  for (const { ref, status } of await listProjects(services.store)) {
    if (status !== 'ACTIVE_HEALTHY') continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the background, one after the other
      const db = await services.backgroundEngine.open(ref, 'owner')
      // oxlint-disable-next-line no-await-in-loop
      if (await hasCron(db)) await trimHistory(db)
    } catch (error) {
      services.log.warn({ err: error, ref }, 'Old runs of cron were not deleted')
    }
  }
}
