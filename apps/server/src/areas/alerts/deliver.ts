import type { OutboundNetwork } from '@basalt/identity'

import type { Mailer } from '../../mail/mailer.ts'
import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { findRule, type StoredRule } from './alert-store.ts'
import {
  claimDeliveries,
  type DueDelivery,
  markFailed,
  markSent,
  retryLater,
} from './delivery-store.ts'
import { type AlertNotice, writeMail, writeWebhook } from './message.ts'
import { sendWebhook } from './webhook.ts'

export type DeliveryServices = {
  store: Store
  mailer: Mailer
  outside: OutboundNetwork
  vault: Vault
  clock: Clock
  log: Log
  publicUrl: string
}

const atOnce = 8
const firstRetryMs = 5000
const longestRetryMs = 15 * 60_000
/** About a day. */
const mostAttempts = 100
const secretPurpose = 'alert-webhook'

export const sealWebhookSecret = (vault: Vault, secret: string): string =>
  vault.seal(secret, secretPurpose)

/** Sends the notifications that are due; each is claimed before it is sent. */
export async function deliverNotifications(services: DeliveryServices): Promise<void> {
  const due = await claimDeliveries(services.store, services.clock(), atOnce)
  await Promise.all(due.map((one) => deliver(services, one)))
}

async function deliver(services: DeliveryServices, due: DueDelivery): Promise<void> {
  const { store, clock, log } = services
  const rule = await findRule(store, due.project_id, due.rule_id)
  // Removed in the meantime, with its notifications.
  if (rule === undefined) return
  try {
    const { kind, at, value } = due
    const window = { from: due.window_from, to: due.window_to }
    const notice = { rule, kind, at, value, window, publicUrl: services.publicUrl }
    await send(services, { rule, notice, id: due.event_id, ...due })
    await markSent(store, due, clock())
  } catch (failure) {
    log.warn({ err: failure, rule: rule.id }, 'An alert could not be delivered yet')
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, 500)
    const now = clock().getTime()
    if (due.attempts >= mostAttempts) await markFailed(store, due, { at: new Date(now), error })
    else await retryLater(store, due, { at: new Date(now + retryMs(due.attempts)), error })
  }
}

const retryMs = (attempts: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempts - 1, 10))

type Sent = {
  rule: Pick<StoredRule, 'sealed_secret'>
  notice: AlertNotice
  /** Of the message, for receivers of webhooks. */
  id: string
  channel: 'email' | 'webhook'
  target: string
}

/** @throws Error with a text for the user. */
export async function send(
  { mailer, outside, vault, clock }: DeliveryServices,
  { rule, notice, id, channel, target }: Sent,
): Promise<void> {
  if (channel === 'email') {
    await mailer.send({ to: target, ...writeMail(notice) })
    return
  }
  const secret = rule.sealed_secret === null ? null : vault.open(rule.sealed_secret, secretPurpose)
  if (secret === null) throw new Error('The secret of the webhook cannot be read: renew it')
  await sendWebhook(outside, {
    id: `msg_${id}`,
    url: target,
    secret,
    body: writeWebhook(notice),
    now: clock(),
  })
}
