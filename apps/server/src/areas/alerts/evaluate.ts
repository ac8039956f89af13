import { LogStoreError } from '@basalt/logs'

import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import type { Store } from '../../store/store.ts'
import { type EventKind, type Memory, type Reading, step } from './alert-state.ts'
import {
  insertEvent,
  listDueRules,
  lockRule,
  recipientAddresses,
  saveEvaluation,
  type StoredRule,
} from './alert-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import { type FactServices, readFacts, windowMs, type Window } from './facts.ts'

export type EvaluationServices = FactServices & { clock: Clock; log: Log }

const minuteMs = 60_000
const atOnce = 8
/** Rows are stored some seconds after they happened. */
const lagMs = 10_000

export const minuteOf = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)

/** The window that is measured at a minute. Those of consecutive minutes leave nothing out. */
export const windowAt = (minute: Date, lengthMs: number): Window => {
  const to = minute.getTime() - lagMs
  return { from: new Date(to - lengthMs), to: new Date(to) }
}

/** Evaluates every rule once for the minute of now. */
export async function evaluateRules(services: EvaluationServices): Promise<void> {
  const minute = minuteOf(services.clock())
  const queue = await listDueRules(services.store, minute)
  const work = async () => {
    for (let rule = queue.shift(); rule !== undefined; rule = queue.shift()) {
      // A few rules at once, so that the log store has time for others.
      // oxlint-disable-next-line no-await-in-loop
      await evaluateRule(services, rule, minute)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

type Measured = { reading: Reading; problem: string | null }

async function evaluateRule(services: EvaluationServices, rule: StoredRule, minute: Date) {
  const { store, log } = services
  const window = windowAt(minute, windowMs(rule.condition))
  const measured = await measure(services, rule, window)
  try {
    await store.transaction().execute((tx) => save(tx, { rule, minute, window, measured }))
  } catch (error) {
    log.error({ err: error, rule: rule.id }, 'The state of an alert could not be stored')
  }
}

/** Data that cannot be read are no data, for any reason. */
async function measure(
  services: EvaluationServices,
  rule: StoredRule,
  window: Window,
): Promise<Measured> {
  const project = { id: rule.project_id, ref: rule.ref, plan: rule.plan }
  try {
    const facts = await readFacts(services, { project, condition: rule.condition, window })
    const reading = facts(window)
    return { reading, problem: reading === null ? 'Nothing was measured' : null }
  } catch (error) {
    if (error instanceof LogStoreError) {
      return { reading: null, problem: 'The log store does not answer' }
    }
    services.log.error({ err: error, rule: rule.id }, 'An alert could not be evaluated')
    return { reading: null, problem: 'The rule could not be evaluated' }
  }
}

type Saved = { rule: StoredRule; minute: Date; window: Window; measured: Measured }

/**
 * The state, the event and its notifications are stored together: a server that is killed after
 * this leaves notifications that the next one sends.
 */
async function save(tx: Store, { rule: read, minute, window, measured }: Saved): Promise<void> {
  const rule = await lockRule(tx, read.id)
  if (rule === undefined || !rule.is_enabled) return
  if (JSON.stringify(rule.condition) !== JSON.stringify(read.condition)) return
  // Another server was faster.
  if (rule.evaluated_at !== null && rule.evaluated_at >= minute) return
  const policy = {
    forMs: rule.for_minutes * minuteMs,
    repeatMs: rule.repeat_minutes === null ? null : rule.repeat_minutes * minuteMs,
    isSilenced: rule.silenced_until !== null && rule.silenced_until > minute,
    now: minute.getTime(),
  }
  const { memory, event, isReported } = step(toMemory(rule), measured.reading, policy)
  await saveEvaluation(tx, rule.id, { ...toEvaluation(memory, measured), evaluated_at: minute })
  if (event === null) return
  await saveEvent(tx, { rule, minute, window, measured, event, isReported })
}

type NewEvent = Saved & { event: EventKind; isReported: boolean }

async function saveEvent(tx: Store, one: NewEvent): Promise<void> {
  const { rule, minute, window, measured, event, isReported } = one
  const id = await insertEvent(tx, {
    rule_id: rule.id,
    at: minute,
    kind: event,
    value: measured.reading?.value ?? null,
    window_from: window.from,
    window_to: window.to,
    is_silenced: !isReported,
  })
  if (id === null || !isReported) return
  const emails = await recipientAddresses(tx, rule)
  await insertDeliveries(tx, { id, at: minute }, [
    ...emails.map((target) => ({ channel: 'email' as const, target })),
    ...(rule.webhook_url === null
      ? []
      : [{ channel: 'webhook' as const, target: rule.webhook_url }]),
  ])
}

const toMs = (at: Date | null) => at?.getTime() ?? null
const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

const toMemory = (rule: StoredRule): Memory => ({
  state: rule.state,
  since: toMs(rule.state_since),
  breachedSince: toMs(rule.breached_since),
  openSince: toMs(rule.open_since),
  notifiedAt: toMs(rule.notified_at),
})

const toEvaluation = (memory: Memory, { reading, problem }: Measured) => ({
  state: memory.state,
  state_since: toDate(memory.since),
  breached_since: toDate(memory.breachedSince),
  open_since: toDate(memory.openSince),
  notified_at: toDate(memory.notifiedAt),
  value: reading?.value ?? null,
  problem,
})
