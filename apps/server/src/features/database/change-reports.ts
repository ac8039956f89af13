import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { listUnreported, noteReported } from '@basalt/pg-admin'

import { type Context, projectOf } from '../../http/context.ts'
import type { Log } from '../../log.ts'
import type { Vault } from '../../secrets/vault.ts'
import { isAudited } from '../../store/audit-reading.ts'
import { type AuditEvent, type AuditOrigin, recordAudit } from '../../store/audit.ts'
import { listProjects } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'
import { type Work, recordFailure } from './recorded.ts'

type Report = {
  origin: AuditOrigin
  event: AuditEvent
  /** When it was sent, ISO 8601. */
  at: string
}

type Services = { store: Store; vault: Vault; engine: ProjectEngine; log: Log }

type Change<T> = {
  db: ProjectDatabase
  /** Of the change, which is done once. */
  id: string
  work: Work
  /** Saves the change with the report. */
  run: (report: string) => Promise<T>
}

/** Reports that were passed on are forgotten together, while nobody waits. */
const noteAfterMs = 5000
const pageReports = 200

/**
 * What a change of rows tells the audit log is kept in the project's database, in the
 * transaction of the change, until it is in the log. So a change is told exactly when it was
 * made, although no transaction spans two databases. The report is sealed: whoever owns the
 * database can take it away but cannot read it, or write one.
 */
export class ChangeReports {
  readonly #services: Services
  /** Changes whose reports this process passes on, or has passed on and not forgotten yet. */
  readonly #own = new Set<string>()
  readonly #passed = new Map<ProjectDatabase, string[]>()
  /** Projects in which nothing of an earlier process is left. */
  readonly #isDone = new Set<string>()

  constructor(services: Services) {
    this.#services = services
  }

  /** A change that is not saved gets a row that says so; one that was saved before gets none. */
  async reported<T extends { outcome: string; repeated?: boolean }>(
    context: Context,
    { db, id, work, run }: Change<T>,
  ): Promise<T> {
    const { store } = this.#services
    const { ref } = projectOf(context)
    this.#own.add(id)
    let outcome: T
    try {
      outcome = await run(this.#sealed(context, id, work))
    } catch (error) {
      this.#own.delete(id)
      // Where the connection broke at the commit, it may have been saved.
      this.#isDone.delete(ref)
      await recordFailure(store, context, work)
      throw error
    }
    if (outcome.outcome !== 'saved') {
      this.#own.delete(id)
      await recordFailure(store, context, work)
      return outcome
    }
    if (outcome.repeated === true) {
      this.#own.delete(id)
      context.changedNothing()
    }
    // What was saved is saved, also where the log does not take its row now.
    try {
      if (outcome.repeated === true) await this.#catchUp(ref, db, [id])
      else await this.#passOn(context, { db, id, work })
    } catch (error) {
      this.#own.delete(id)
      this.#isDone.delete(ref)
      this.#services.log.error(
        { err: error, ref, change: id },
        'A change is not in the audit log yet',
      )
    }
    return outcome
  }

  /** Passes on what an earlier process, or a failure of the log, has left. */
  async takeUp(): Promise<void> {
    const { store, engine, log } = this.#services
    for (const { ref, status } of await listProjects(store)) {
      if (this.#isDone.has(ref) || status !== 'ACTIVE_HEALTHY') continue
      try {
        await this.#catchUp(ref, await engine.open(ref, 'owner'))
        this.#isDone.add(ref)
      } catch (error) {
        log.warn({ err: error, ref }, 'Reports of changes wait for their database')
      }
    }
  }

  #sealed(context: Context, id: string, work: Work): string {
    const { organization, origin } = context
    const { ref } = projectOf(context)
    const { details, ...event } = work
    const report: Report = {
      origin,
      event: {
        ...event,
        organizationId: organization?.id ?? null,
        projectRef: ref,
        after: details,
      },
      at: new Date().toISOString(),
    }
    return this.#services.vault.seal(JSON.stringify(report), purposeOf(ref, id))
  }

  async #passOn(
    context: Context,
    { db, id, work: { details, ...event } }: Pick<Change<never>, 'db' | 'id' | 'work'>,
  ): Promise<void> {
    await context.audit(this.#services.store, { ...event, after: details })
    const passed = this.#passed.get(db) ?? []
    if (passed.length === 0) {
      this.#passed.set(db, passed)
      setTimeout(() => void this.#forget(db), noteAfterMs).unref()
    }
    passed.push(id)
  }

  async #forget(db: ProjectDatabase): Promise<void> {
    const passed = this.#passed.get(db) ?? []
    this.#passed.delete(db)
    try {
      await noteReported(db, passed)
    } catch {
      // They are found in the log when they are looked for again.
    } finally {
      for (const id of passed) this.#own.delete(id)
    }
  }

  async #catchUp(ref: string, db: ProjectDatabase, ids?: readonly string[]): Promise<void> {
    const { vault, log } = this.#services
    for (;;) {
      const all = await listUnreported(db, { ids, limit: pageReports })
      const left = all.filter(({ id }) => !this.#own.has(id))
      if (left.length === 0) return
      for (const { id, report } of left) {
        const text = vault.open(report, purposeOf(ref, id))
        if (text === null) log.warn({ ref, change: id }, 'A report of a change was not ours')
        else await this.#tellLate(JSON.parse(text) as Report, id)
      }
      await noteReported(
        db,
        left.map(({ id }) => id),
      )
    }
  }

  async #tellLate({ origin, event, at }: Report, id: string): Promise<void> {
    const { store } = this.#services
    const isThere = await isAudited(store, event, {
      since: new Date(at),
      name: 'change',
      value: id,
    })
    if (isThere) return
    const after = { ...event.after, saved_about: at }
    await recordAudit(store, origin, { ...event, after })
  }
}

const purposeOf = (ref: string, id: string): string => `change report ${ref} ${id}`
