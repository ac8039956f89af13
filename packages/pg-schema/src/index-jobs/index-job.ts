import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'

/** State of a job that the next server needs to continue it. */
export type JobMemory = {
  /** The names of the indexes that a build creates, by the oid of their table. */
  names?: Readonly<Record<string, string>> | undefined
  /** Invalid indexes that were there before a rebuild. */
  known?: readonly number[] | undefined
  /** Whether an index was valid before it was dropped. */
  wasValid?: boolean | undefined
}

/** A job as it runs: its connection, and its ways to be stopped and to be continued. */
export type JobRun = {
  db: ProjectDatabase
  /** Holds the lock of the job. */
  session: DatabaseSession
  /** Aborted when someone cancels the job. */
  cancelled: AbortSignal
  /** Aborted when the server stops: the job is continued by the next one. */
  stopped: AbortSignal
  memory: JobMemory
  /** Saves state before the work that it describes. */
  remember: (memory: JobMemory) => Promise<void>
  /** The index of a partition that is built, counted from 0, of so many. */
  onPart: (part: number, total: number) => Promise<void>
}

export type JobEnd = 'done' | 'cancelled'

/** Waits; a server that stops ends it with an error. */
export async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  stopped.throwIfAborted()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      stopped.removeEventListener('abort', done)
      resolve()
    }
    stopped.addEventListener('abort', done)
  })
  stopped.throwIfAborted()
}
