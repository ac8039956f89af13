import { readdirSync, readFileSync } from 'node:fs'

import type { ProjectEngine } from '@basalt/engine'
import { signalEach } from '@basalt/testkit'

/**
 * Stops every process of a project's cluster: it takes connections and answers nothing.
 *
 * @returns how to let it go on.
 */
export async function hangDatabase(engine: ProjectEngine, ref: string): Promise<() => void> {
  const db = await engine.open(ref, 'owner')
  const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = getParent(row?.pid ?? 0)
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
  const processes = [postmaster, ...all.filter((pid) => getParent(pid) === postmaster)]
  signalEach(processes, 'SIGSTOP')
  return () => signalEach(processes.splice(0), 'SIGCONT')
}

function getParent(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    // The process has ended since.
    return Number.NaN
  }
}
