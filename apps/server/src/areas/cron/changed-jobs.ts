import type { InstallServices } from '../../install/install-services.ts'
import { listRunningRefs } from '../../projects/running-refs.ts'
import { findUnseenChange, hasCron } from './ledger.ts'
import { addTick } from './tick.ts'

type Services = Pick<InstallServices, 'store' | 'backgroundEngine' | 'jobs'>

/** A database that answers later is looked at the next time. */
const mostMs = 2000

/** Adds a tick of each project whose jobs were changed with SQL since its last tick. */
export async function tickChangedProjects(services: Services): Promise<void> {
  const refs = await listRunningRefs(services.store)
  await Promise.all(refs.map((ref) => tickChanged(services, ref)))
}

async function tickChanged({ backgroundEngine, jobs }: Services, ref: string): Promise<void> {
  const signal = AbortSignal.timeout(mostMs)
  try {
    const db = await backgroundEngine.open(ref, 'owner')
    if (!(await hasCron(db, signal))) return
    const changedAt = await findUnseenChange(db, signal)
    // Other servers find the same time, which makes it one tick.
    if (changedAt !== null) await addTick(jobs, ref, changedAt)
  } catch {
    // The tick of each minute reports a database that does not answer.
  }
}
