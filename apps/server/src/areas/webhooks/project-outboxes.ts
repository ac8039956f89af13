import type { ProjectEngine } from '@basalt/engine'

import type { Mailer } from '../../mail/mailer.ts'
import { updateExtensions } from '../../projects/update-extensions.ts'
import type { Store } from '../../store/store.ts'
import type { DeliveryServices } from './deliver-event.ts'
import { mailFailingHook } from './failing-mail.ts'
import type { Hook } from './hook-store.ts'
import { ProjectOutbox, readParts } from './project-outbox.ts'

export type OutboxServices = Omit<DeliveryServices, 'retryMs' | 'probeMs'> & {
  store: Store
  backgroundEngine: ProjectEngine
  mailer: Mailer
  publicUrl: string
}

type Running = { outbox: ProjectOutbox; parts: string; ended: Promise<void> }

const checkMs = 5000
const pauses = { retryMs: 5000, probeMs: 60_000 }

/** The outboxes of all projects that have one; every process tries to deliver each of them. */
export class ProjectOutboxes {
  readonly #services: OutboxServices
  readonly #running = new Map<string, Running>()
  readonly #checks = new Map<string, Promise<void>>()
  #isClosed = false
  readonly #listRefs: () => Promise<string[]>

  constructor(services: OutboxServices, listRefs: () => Promise<string[]>) {
    this.#services = services
    this.#listRefs = listRefs
  }

  /** @returns a function that ends all of them. */
  start(): () => Promise<void> {
    const check = () => {
      this.#check().catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'The webhooks of projects were not checked'),
      )
    }
    const timer = setInterval(check, checkMs)
    return async () => {
      clearInterval(timer)
      this.#isClosed = true
      await Promise.all(this.#checks.values())
      await this.#close()
    }
  }

  /** Starts outboxes of projects that got one, and ends those of projects that do not run. */
  async #check(): Promise<void> {
    const refs = new Set(await this.#listRefs())
    for (const [ref, { outbox }] of this.#running) if (!refs.has(ref)) outbox.close()
    for (const ref of refs) {
      // A database that does not answer delays no other one.
      if (this.#isClosed || this.#checks.has(ref)) continue
      this.#checks.set(
        ref,
        this.#ensure(ref).finally(() => this.#checks.delete(ref)),
      )
    }
  }

  async #ensure(ref: string): Promise<void> {
    const { backgroundEngine, log } = this.#services
    try {
      const db = await backgroundEngine.open(ref, 'owner')
      const found = await readParts(db)
      const parts = JSON.stringify(found)
      const known = this.#running.get(ref)
      if (known?.parts === parts) return
      known?.outbox.close()
      await known?.ended
      if (!found.hooks && !found.net) return
      await updateExtensions(db)
      if (!this.#isClosed) this.#start(ref, parts, db)
    } catch (error) {
      log.warn({ err: error, project: ref }, 'The webhooks of a project were not checked')
    }
  }

  async #close(): Promise<void> {
    const all = [...this.#running.values()]
    for (const { outbox } of all) outbox.close()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #start(ref: string, parts: string, db: ConstructorParameters<typeof ProjectOutbox>[0]['db']) {
    const { log } = this.#services
    const onFailing = (hook: Hook, error: string) =>
      mailFailingHook(this.#services, { ref, hook, error })
    const outbox = new ProjectOutbox({
      ref,
      db,
      services: { ...this.#services, ...pauses },
      onFailing,
    })
    const ended = outbox
      .run()
      .catch((error: unknown) =>
        log.warn({ err: error, project: ref }, 'The webhooks of a project stopped'),
      )
      .finally(() => this.#running.delete(ref))
    this.#running.set(ref, { outbox, parts, ended })
  }
}
