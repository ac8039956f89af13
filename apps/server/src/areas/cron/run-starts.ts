import type { Queryable } from '@basalt/engine'

import { type Beginning, beginRuns } from './ledger.ts'

type Waiting = Beginning & { settle: (isOwn: Promise<boolean>) => void }

/**
 * Marks runs as started. Those that begin while an earlier mark is being written share the next
 * statement, and so one commit: the runs of a slot would otherwise wait for one each.
 */
export class RunStarts {
  /** By project. A project has an entry while a mark is being written. */
  readonly #waiting = new Map<string, Waiting[]>()

  /** @returns whether the run is still this worker's. */
  begin(ref: string, db: Queryable, beginning: Beginning): Promise<boolean> {
    const answer = new Promise<boolean>((settle) => {
      const waiting = this.#waiting.get(ref)
      if (waiting !== undefined) {
        waiting.push({ ...beginning, settle })
        return
      }
      this.#waiting.set(ref, [{ ...beginning, settle }])
      void this.#write(ref, db)
    })
    return answer
  }

  async #write(ref: string, db: Queryable): Promise<void> {
    for (;;) {
      const waiting = this.#waiting.get(ref) ?? []
      if (waiting.length === 0) break
      this.#waiting.set(ref, [])
      const own = beginRuns(db, waiting)
      for (const { run, settle } of waiting) settle(own.then((tokens) => tokens.has(run.token)))
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      await own.catch(() => undefined)
    }
    this.#waiting.delete(ref)
  }
}
