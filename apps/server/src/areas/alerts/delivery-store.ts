import type { AlertEvent } from '@basalt/contract/alerts/alerts'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

type Channel = 'email' | 'webhook'

export async function insertDeliveries(
  tx: Store,
  event: { id: string; at: Date },
  targets: readonly { channel: Channel; target: string }[],
): Promise<void> {
  if (targets.length === 0) return
  await tx
    .insertInto('alert_deliveries')
    .values(targets.map((one) => ({ ...one, event_id: event.id, next_attempt_at: event.at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type DueDelivery = {
  event_id: string
  channel: Channel
  target: string
  attempts: number
  rule_id: string
  project_id: number
  kind: AlertEvent['kind']
  at: Date
  value: number | null
  window_from: Date
  window_to: Date
}

const claimSeconds = 60

/** Notifications that are due, which no other server sends until the claim is over. */
export async function claimDeliveries(
  store: Store,
  now: Date,
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as materialized (
      select event_id, channel, target from alert_deliveries
      where sent_at is null and failed_at is null and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until < ${now})
      order by next_attempt_at limit ${limit} for update skip locked
    )
    update alert_deliveries d
    set claimed_until = ${now}::timestamptz + ${claimSeconds} * interval '1 second',
      attempts = attempts + 1
    from due, alert_events e, alert_rules r
    where d.event_id = due.event_id and d.channel = due.channel and d.target = due.target
      and e.id = d.event_id and r.id = e.rule_id
    returning d.event_id, d.channel, d.target, d.attempts, e.rule_id, r.project_id, e.kind, e.at,
      e.value, e.window_from, e.window_to`.execute(store)
  return rows
}

type Key = Pick<DueDelivery, 'event_id' | 'channel' | 'target'>

const one = (store: Store, { event_id, channel, target }: Key) =>
  store
    .updateTable('alert_deliveries')
    .where('event_id', '=', event_id)
    .where('channel', '=', channel)
    .where('target', '=', target)

export const markSent = (store: Store, key: Key, now: Date) =>
  one(store, key).set({ sent_at: now, claimed_until: null, error: null }).execute()

export const retryLater = (store: Store, key: Key, { at, error }: { at: Date; error: string }) =>
  one(store, key).set({ next_attempt_at: at, claimed_until: null, error }).execute()

export const markFailed = (store: Store, key: Key, { at, error }: { at: Date; error: string }) =>
  one(store, key).set({ failed_at: at, claimed_until: null, error }).execute()
