import type { Log } from '../process/log.ts'

/** A queue of tasks: one at a time for each project, projects in parallel. */
export class ProjectQueue {
  readonly #last = new Map<string, Promise<void>>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Runs the job after those that wait for the same project; resolves also when it fails. */
  run(ref: string, job: () => Promise<void>): Promise<void> {
    const next = (this.#last.get(ref) ?? Promise.resolve())
      .then(job)
      .catch((error: unknown) => this.#log.error({ err: error, ref }, 'Work on a project failed'))
      .finally(() => {
        if (this.#last.get(ref) === next) this.#last.delete(ref)
      })
    this.#last.set(ref, next)
    return next
  }

  isBusy(ref: string): boolean {
    return this.#last.has(ref)
  }

  /** Resolves when no task is running. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values())
  }
}
