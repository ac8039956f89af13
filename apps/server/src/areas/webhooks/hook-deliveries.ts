import type { ProjectDatabase } from '@basalt/engine'

import type { References } from '../../projects/resolve-secrets.ts'
import { deliverEvent, type Delivered, type DeliveryServices } from './deliver-event.ts'
import { type Hook, listHooks } from './hook-store.ts'
import { openHookReferences } from './hook-trust.ts'
import { type Event, finishEvents, readEvents, readWaitMs, recordHealth } from './outbox-store.ts'

/** Requests of one hook at the same time: a receiver that hangs holds no others. */
const perHook = 50
/** Failures in a row after which a hook waits, and one event at a time probes its receiver. */
const mostFailures = 10
const longestProbeMs = 15 * 60_000
const hooksKnownMs = 2000

type Options = {
  db: ProjectDatabase
  ref: string
  token: string
  services: DeliveryServices
  /** Called when an attempt has ended: there may be room for the next event. */
  onProgress: () => void
  onFailing: (hook: Hook, error: string) => Promise<void>
}

type State = {
  inFlight: Set<string>
  busyKeys: Set<string>
  /** In a row. */
  failures: number
  /** Failed ones since the hook was paused. */
  probes: number
  probeAt: number
  /** When the last attempt was stored: settings that were read before do not count it. */
  endedAt: number
}

type Ended = { hook: Hook; event: Event; delivered: Delivered; isProbe: boolean }

/**
 * Delivers the outbox of a project. Events of one hook and primary key are sent one after another:
 * the next one waits for the end of the former, its retries included.
 */
export class HookDeliveries {
  readonly #options: Options
  readonly #states = new Map<number, State>()
  readonly #references = new WeakMap<Hook, Promise<References>>()
  readonly #stopping = new AbortController()
  #hooks: Hook[] = []
  #hooksReadAt = -Infinity
  #ended: Ended[] = []
  #saving: Promise<void> | null = null
  /** Another process delivers by now. */
  isFenced = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Starts what is due. @returns whether it found anything. */
  async round(): Promise<boolean> {
    const { db } = this.#options
    const now = performance.now()
    if (now - this.#hooksReadAt > hooksKnownMs) {
      this.#hooks = await listHooks(db)
      this.#hooksReadAt = now
      this.#takeSettings(now)
    }
    const ready = this.#hooks.filter((hook) => this.#room(hook) > 0)
    const inFlight = [...this.#states.values()].flatMap((one) => [...one.inFlight])
    // Events that are in flight now are not read, also if they end before the others are read.
    const busy = new Map(ready.map((hook) => [hook, [...this.#stateOf(hook).busyKeys]]))
    const events = await readEvents(db, ready, inFlight)
    let count = 0
    for (const [hook, found] of events) count += this.#startDue(hook, found, busy.get(hook) ?? [])
    return count > 0
  }

  /** Reads the hooks again in the next round: there are events of one that is not known. */
  forget(): void {
    this.#hooksReadAt = -Infinity
  }

  /** Until the next retry or probe; null when none waits. */
  async waitMs(): Promise<number | null> {
    const now = Date.now()
    const probes = [...this.#states.values()].flatMap(({ probeAt }) =>
      probeAt > now ? [probeAt - now] : [],
    )
    const retry = await readWaitMs(this.#options.db)
    const waits = retry === null ? probes : [Math.max(retry, 0), ...probes]
    return waits.length === 0 ? null : Math.min(...waits)
  }

  /** Ends running requests; their events are sent again by the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#saving
  }

  #takeSettings(readAt: number): void {
    for (const hook of this.#hooks) {
      const state = this.#stateOf(hook)
      if (state.inFlight.size > 0 || state.endedAt > readAt) continue
      state.failures = hook.failures
      state.probeAt = hook.probeAt?.getTime() ?? 0
    }
  }

  #stateOf({ id }: Hook): State {
    const known = this.#states.get(id)
    if (known !== undefined) return known
    const state = {
      inFlight: new Set<string>(),
      busyKeys: new Set<string>(),
      failures: 0,
      probes: 0,
      probeAt: 0,
      endedAt: -Infinity,
    }
    this.#states.set(id, state)
    return state
  }

  #room(hook: Hook): number {
    const { inFlight, failures, probeAt } = this.#stateOf(hook)
    if (hook.isPaused || this.#stopping.signal.aborted || probeAt > Date.now()) return 0
    return (failures >= mostFailures ? 1 : perHook) - inFlight.size
  }

  #startDue(hook: Hook, events: readonly Event[], busyBefore: readonly string[]): number {
    const blocked = new Set([...this.#stateOf(hook).busyKeys, ...busyBefore])
    let started = 0
    for (const event of events) {
      if (this.#room(hook) <= 0) break
      const isFree = event.keys.every((key) => !blocked.has(key))
      for (const key of event.keys) blocked.add(key)
      if (!event.is_due || !isFree) continue
      started += 1
      void this.#deliver(hook, event)
    }
    return started
  }

  async #deliver(hook: Hook, event: Event): Promise<void> {
    const { inFlight, busyKeys, failures } = this.#stateOf(hook)
    const isProbe = failures >= mostFailures
    const { services, ref } = this.#options
    const { signal } = this.#stopping
    inFlight.add(event.id)
    for (const key of event.keys) busyKeys.add(key)
    const references = this.#referencesOf(hook)
    const delivered = await deliverEvent(services, { ref, hook, event, references, signal })
    if (signal.aborted) return
    this.#ended.push({ hook, event, delivered, isProbe })
    this.#saving ??= this.#save()
  }

  /** Read once for as long as the hook is known. */
  #referencesOf(hook: Hook): Promise<References> {
    const known = this.#references.get(hook)
    if (known !== undefined) return known
    const { services, ref } = this.#options
    const opened = openHookReferences(services, ref, hook)
    // Each delivery reports it.
    opened.catch(() => undefined)
    this.#references.set(hook, opened)
    return opened
  }

  /** One statement stores all attempts that ended while the former statement ran. */
  async #save(): Promise<void> {
    while (this.#ended.length > 0 && !this.isFenced) {
      const batch = this.#ended.splice(0)
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      if (await this.#store(batch)) this.#free(batch)
      this.#options.onProgress()
    }
    this.#saving = null
  }

  async #store(batch: Ended[]): Promise<boolean> {
    const { db, token } = this.#options
    try {
      this.isFenced = !(await finishEvents(
        db,
        token,
        batch.map(({ delivered }) => delivered.outcome),
      ))
      if (!this.isFenced) await this.#countFailures(batch)
    } catch (error) {
      // The rows are still there: the next process that delivers sends them again.
      this.#options.services.log.warn({ err: error }, 'Deliveries of webhooks could not be stored')
      this.isFenced = true
    }
    return !this.isFenced
  }

  #free(batch: Ended[]): void {
    for (const { hook, event } of batch) {
      const state = this.#stateOf(hook)
      state.endedAt = performance.now()
      state.inFlight.delete(event.id)
      for (const key of event.keys) state.busyKeys.delete(key)
    }
  }

  async #countFailures(batch: Ended[]): Promise<void> {
    const { db, token, onFailing } = this.#options
    for (const hook of new Set(batch.map((one) => one.hook))) {
      const state = this.#stateOf(hook)
      const before = state.failures
      const error = this.#count(
        state,
        batch.filter((one) => one.hook === hook),
      )
      if (state.failures === before) continue
      const probeMs = state.probeAt === 0 ? null : Math.max(state.probeAt - Date.now(), 0)
      const hasRecovered = before >= mostFailures && state.failures === 0
      // oxlint-disable-next-line no-await-in-loop -- a few hooks
      await recordHealth(db, token, { hook, failures: state.failures, probeMs, hasRecovered })
      if (before < mostFailures && state.failures >= mostFailures) {
        // oxlint-disable-next-line no-await-in-loop -- a few hooks
        await onFailing(hook, error)
      }
    }
  }

  /** @returns the last error. */
  #count(state: State, ended: readonly Ended[]): string {
    const { probeMs } = this.#options.services
    const wasPaused = state.failures >= mostFailures
    let error = ''
    for (const { delivered } of ended) {
      state.failures = delivered.isAccepted ? 0 : state.failures + 1
      error = delivered.outcome.error ?? error
    }
    if (state.failures < mostFailures) {
      state.probes = 0
      state.probeAt = 0
    } else if (!wasPaused || ended.some((one) => one.isProbe)) {
      const pause = Math.min(probeMs * 2 ** Math.min(state.probes, 10), longestProbeMs)
      state.probeAt = Date.now() + pause
      state.probes += 1
    }
    return error
  }
}
