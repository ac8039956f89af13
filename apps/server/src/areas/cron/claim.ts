import type { ProjectDatabase, Queryable } from '@basalt/engine'

import type { CommandModes } from './command-mode.ts'
import { listSlots } from './due.ts'
import {
  countUnfinished,
  endRun,
  endSession,
  inClaim,
  insertRuns,
  keepProgress,
  listActiveJobs,
  listLostRuns,
  type NewRun,
  readProgress,
  releaseRun,
  skipStopped,
  type StoredJob,
  type TakenRun,
} from './ledger.ts'
import { choosePlaces, longPlaces } from './places.ts'
import { countAtWork, listWaiting, makeLong, takeRuns } from './waiting.ts'

/** Slots of a job that wait for its earlier runs. */
const mostWaiting = 100

type Claim = {
  now: Date
  /** Why nothing may run at the moment; null otherwise. */
  blocked: string | null
  modes: CommandModes
}

/**
 * Gives each slot up to now its row, takes over runs of workers that ended, and takes the runs
 * that may start. The row of a slot is unique, so that several workers can do this at once.
 */
export const claimRuns = (db: ProjectDatabase, { now, blocked, modes }: Claim) =>
  inClaim(db, async (tx) => {
    const jobs = await listActiveJobs(tx)
    await addSlots(tx, jobs, { now, blocked })
    if (blocked !== null) return { jobs, runs: [] }
    await takeOver(tx, modes)
    return { jobs, runs: await takeFree(tx, modes) }
  })

/** Takes runs that wait, for which other runs have made room. Ticks look for lost ones. */
export const claimWaiting = (db: ProjectDatabase, modes: CommandModes) =>
  inClaim(db, (tx) => takeFree(tx, modes))

async function takeFree(tx: Queryable, modes: CommandModes): Promise<TakenRun[]> {
  await skipStopped(tx)
  const waiting = await listWaiting(tx)
  if (waiting.length === 0) return []
  const candidates = await Promise.all(
    waiting.map(async (run) => ({ ...run, isAtomic: await isAtomic(run, modes) })),
  )
  return takeRuns(tx, choosePlaces(candidates, await countAtWork(tx)))
}

/**
 * Gives a run that did not end soon a long place, so that it need not be interrupted.
 *
 * @returns whether there was one.
 */
export const keepAtWork = (db: ProjectDatabase, run: TakenRun): Promise<boolean> =>
  inClaim(db, async (tx) => {
    const { long } = await countAtWork(tx)
    const places = longPlaces(run)
    return long < places && makeLong(tx, run)
  })

type Written = { command: string; hasLedger: boolean }

/** Whether nothing of the run stays unless the mark of its end does. */
const isAtomic = async ({ command, hasLedger }: Written, modes: CommandModes): Promise<boolean> =>
  hasLedger && modes.isTransactional(command)

async function addSlots(
  tx: Queryable,
  jobs: readonly StoredJob[],
  { now, blocked }: Omit<Claim, 'modes'>,
) {
  const until = await readProgress(tx)
  // Slots before the first use of the extension, and before a dump was restored, are not missed.
  if (until === null) {
    await keepProgress(tx, now)
    return
  }
  const due = jobs.flatMap((job) => listSlots(job, until, now).map((slot) => ({ ...slot, job })))
  if (due.length > 0) {
    const unfinished = new Map(
      (await countUnfinished(tx)).map(({ jobid, runs }) => [jobid, runs] as const),
    )
    await insertRuns(
      tx,
      due.map((run) =>
        withPolicy(run, { blocked, unfinished: unfinished.get(run.job.jobid) ?? 0 }),
      ),
    )
  }
  await keepProgress(tx, now)
}

function withPolicy(run: NewRun, state: { blocked: string | null; unfinished: number }): NewRun {
  if (run.status === 'skipped') return run
  const skipped = (reason: string): NewRun => ({ ...run, status: 'skipped', reason })
  if (state.blocked !== null) return skipped(state.blocked)
  if (run.job.overlap === 'skip' && state.unfinished > 0) {
    return skipped('An earlier run of the job had not ended')
  }
  if (state.unfinished >= mostWaiting) return skipped(`${mostWaiting} earlier runs have not ended`)
  return run
}

async function takeOver(tx: Queryable, modes: CommandModes): Promise<void> {
  for (const run of await listLostRuns(tx)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await endSession(tx, run)
    const mayRepeat =
      run.status === 'starting' ||
      run.kind === 'http' ||
      // oxlint-disable-next-line no-await-in-loop
      (await isAtomic(run, modes))
    // oxlint-disable-next-line no-await-in-loop
    await (mayRepeat
      ? releaseRun(tx, run)
      : endRun(tx, run, {
          status: 'failed',
          message:
            'The worker ended during the run. It is not repeated, because its statements cannot run in a transaction.',
        }))
  }
}
