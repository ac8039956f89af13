import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'

import type { TakenRun } from './ledger.ts'

/**
 * To check and repair the login of a role takes a connection of its own. Many runs of a slot need
 * it once; a role that was dropped since then is noticed by the run.
 */
const keepMs = 1000

/** The connections with the rights of the users of jobs. */
export class JobDatabases {
  readonly #engine: ProjectEngine
  readonly #open = new Map<string, { at: number; db: Promise<ProjectDatabase> }>()

  constructor(engine: ProjectEngine) {
    this.#engine = engine
  }

  open(ref: string, { username, database }: Pick<TakenRun, 'username' | 'database'>) {
    const key = JSON.stringify([ref, username, database])
    const now = performance.now()
    const known = this.#open.get(key)
    if (known !== undefined && now - known.at < keepMs) return known.db
    for (const [name, { at }] of this.#open) if (now - at >= keepMs) this.#open.delete(name)
    const db = this.#engine.openAs(ref, username, database)
    this.#open.set(key, { at: now, db })
    return db
  }
}
