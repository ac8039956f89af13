import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { listUnreported, noteReported } from '@basalt/pg-rows'

import { type Context, getProject } from '../http/context.ts'
import type { Log } from '../process/log.ts'
import type { Vault } from '../secrets/vault.ts'
import { isAudited } from '../store/audit-reading.ts'
import { type AuditEvent, type AuditOrigin, recordAudit } from '../store/audit.ts'
import { listProjects } from '../store/projects.ts'
import type { Store } from '../store/store.ts'
import { getEvent, recordFailure, type Work } from './recorded.ts'

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

/** Delivered reports are deleted in batches, in the background. */
const noteAfterMs = 5000
const pageReports = 200

/**
 * A transactional outbox: the audit report of a change of rows is stored in the project's database,
 * in the transaction of the change, until it is in the log. So a change is reported exactly when it
 * was made, although no transaction spans two databases. The report is sealed: an owner of the
 * database can delete it but cannot read it, or forge one.
 */
export class ChangeReports {
  readonly #services: Services
  /**
   * Changes whose reports this process delivers, or has delivered and not deleted yet, with the
   * number of active calls: the same change may be sent twice at the same time.
   */
  readonly #own = new Map<string, number>()
  readonly #passed = new Map<ProjectDatabase, string[]>()
  /** Projects without remaining reports of an earlier process. */
  readonly #isDone = new Set<string>()

  constructor(services: Services) {
    this.#services = services
  }

  /** A change that is not saved gets an entry that states it; a repeated one gets none. */
  async reported<T extends { outcome: string; repeated?: boolean }>(
    context: Context,
    { db, id, work, run }: Change<T>,
  ): Promise<T> {
    const { store, vault } = this.#services
    const { ref } = getProject(context)
    const event = getEvent(context, work)
    const report: Report = { origin: context.origin, event, at: new Date().toISOString() }
    this.#begin(id)
    let outcome: T
    try {
      outcome = await run(vault.seal(JSON.stringify(report), getPurpose(ref, id)))
    } catch (error) {
      this.#end(id)
      // When the connection broke at the commit, it may have been saved.
      this.#isDone.delete(ref)
      await recordFailure(store, context, work)
      throw error
    }
    if (outcome.outcome !== 'saved') {
      this.#end(id)
      await recordFailure(store, context, work)
    } else if (outcome.repeated === true) {
      this.#end(id)
      context.changedNothing()
      await this.#trying(ref, id, () => this.#catchUp(ref, db, [id]))
    } else if (await this.#trying(ref, id, () => context.audit(store, event))) {
      this.#forgetSoon(db, id)
    } else {
      this.#end(id)
    }
    return outcome
  }

  #begin(id: string) {
    this.#own.set(id, (this.#own.get(id) ?? 0) + 1)
  }

  #end(id: string) {
    const remaining = (this.#own.get(id) ?? 1) - 1
    if (remaining === 0) this.#own.delete(id)
    else this.#own.set(id, remaining)
  }

  /** A failure of the log must not fail a saved change: it is reported later. */
  async #trying(ref: string, id: string, notify: () => Promise<void>): Promise<boolean> {
    try {
      await notify()
      return true
    } catch (error) {
      this.#isDone.delete(ref)
      const words = 'A change is not in the audit log yet'
      this.#services.log.error({ err: error, ref, change: id }, words)
      return false
    }
  }

  /** Delivers reports that an earlier process, or a failure of the log, has left. */
  async takeUp(): Promise<void> {
    const { store, engine, log } = this.#services
    for (const { ref, status } of await listProjects(store)) {
      if (this.#isDone.has(ref) || status !== 'ACTIVE_HEALTHY') continue
      try {
        await this.#catchUp(ref, await engine.open(ref, 'owner'))
        this.#isDone.add(ref)
      } catch (error) {
        log.warn({ err: error, ref }, 'Change reports are waiting for their database')
      }
    }
  }

  #forgetSoon(db: ProjectDatabase, id: string) {
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
      // The next run finds them in the log.
    } finally {
      for (const id of passed) this.#end(id)
    }
  }

  async #catchUp(ref: string, db: ProjectDatabase, ids?: readonly string[]): Promise<void> {
    const { vault, log } = this.#services
    for (;;) {
      const all = await listUnreported(db, { ids, limit: pageReports })
      const remaining = all.filter(({ id }) => !this.#own.has(id))
      if (remaining.length === 0) return
      for (const { id, report } of remaining) {
        const text = vault.open(report, getPurpose(ref, id))
        if (text === null) log.warn({ ref, change: id }, 'A report of a change was not ours')
        else await this.#tellLate(JSON.parse(text) as Report, id)
      }
      await noteReported(
        db,
        remaining.map(({ id }) => id),
      )
    }
  }

  async #tellLate({ origin, event, at }: Report, id: string): Promise<void> {
    const { store } = this.#services
    const isPresent = await isAudited(store, event, {
      since: new Date(at),
      name: 'change',
      value: id,
    })
    if (isPresent) return
    const after = { ...event.after, saved_about: at }
    await recordAudit(store, origin, { ...event, after })
  }
}

const getPurpose = (ref: string, id: string): string => `change report ${ref} ${id}`
