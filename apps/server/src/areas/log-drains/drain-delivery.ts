import type { OutboundNetwork } from '@basalt/identity'
import type { LogStore } from '@basalt/logs'

import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { secretsOf } from './drain-secrets.ts'
import {
  addDropped,
  claimDrains,
  releaseDrain,
  renewClaim,
  type StoredDrain,
} from './drain-store.ts'
import { deliver } from './send.ts'

export type DeliveryServices = {
  store: Store
  logs: { store: LogStore }
  vault: Vault
  outside: OutboundNetwork
  clock: Clock
  log: Log
}

const atOnce = 8
const rowsInBatch = 500
/** Of one drain in one turn, so that a busy project leaves time to others. */
const batchesInTurn = 20
/** Waiting rows of one drain: about a day of a quiet project, minutes of a loud one. */
const maxWaitingRows = 200_000
const idleMs = 1000
const firstRetryMs = 2000
const longestRetryMs = 300_000

/**
 * Sends rows that wait to the drains that are due. A row is removed from the queue after its
 * receiver took it: it is sent at least once, and again when the server was killed in between.
 */
export async function deliverDue(services: DeliveryServices): Promise<void> {
  const due = await claimDrains(services.store, atOnce)
  await Promise.all(due.map((drain) => deliverTo(services, drain)))
}

async function deliverTo(services: DeliveryServices, drain: StoredDrain): Promise<void> {
  const { store, log } = services
  const { id, failures } = drain
  try {
    const isEmpty = await sendTurn(services, drain)
    const afterMs = isEmpty ? idleMs : 0
    await releaseDrain(store, { id, afterMs, error: null, failures: 0 })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const afterMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10))
    log.warn({ err: error, drain: id }, 'Log rows could not be delivered yet')
    await releaseDrain(store, {
      id,
      // Drains that failed together are not all tried at the same time.
      afterMs: afterMs * (0.75 + Math.random() / 2),
      error: message.slice(0, 500),
      failures: failures + 1,
    })
  }
}

/** Whether no row waits any more. */
async function sendTurn(services: DeliveryServices, drain: StoredDrain): Promise<boolean> {
  const { store, logs, outside, clock, vault } = services
  const { id, ref, config: destination, failures } = drain
  const secrets = secretsOf(vault, drain)
  // A receiver that refuses a large batch may take a small one.
  const limit = Math.max(1, Math.floor(rowsInBatch / 2 ** Math.min(failures, 9)))
  for (let batch = 0; batch < batchesInTurn; batch += 1) {
    // One batch after the other keeps their order.
    // oxlint-disable-next-line no-await-in-loop
    const queued = await logs.store.queued(id, limit)
    if (queued.length === 0) return true
    const rows = queued.map(({ row }) => row)
    // oxlint-disable-next-line no-await-in-loop
    await deliver(outside, { destination, secrets, ref, rows, now: clock() })
    const seqs = queued.map(({ seq }) => seq)
    // oxlint-disable-next-line no-await-in-loop
    await logs.store.settle(id, seqs)
    // oxlint-disable-next-line no-await-in-loop
    await renewClaim(store, id, rows.length)
  }
  return false
}

/** Bounds the queues; what is removed is counted at its drain. */
export async function trimQueues(
  { store, logs }: Pick<DeliveryServices, 'store' | 'logs'>,
  ids: readonly string[],
  maxRows = maxWaitingRows,
): Promise<void> {
  for (const id of ids) {
    // A few short statements, one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const removed = await logs.store.trimQueue(id, maxRows)
    // oxlint-disable-next-line no-await-in-loop
    if (removed > 0) await addDropped(store, id, removed)
  }
}
