import { databaseChanges } from '@basalt/contract'

import { call } from '../../../lib/api.ts'
import { storage } from '../../../lib/storage.ts'
import { ChangeQueue, type KeptQueue } from './change-queue.ts'

const queues = new Map<string, ChangeQueue>()

type Place = { user: string; ref: string; table: number }

/** The queue of a table; one for each, so that it outlives the visit of the page. */
export function queueOf({ user, ref, table }: Place): ChangeQueue {
  const setting = storage.stagedRows(user, ref, table)
  const known = queues.get(setting.key)
  if (known !== undefined) return known
  const queue = new ChangeQueue({
    read: () => parse(setting.get()),
    write: (kept) => {
      const text = kept === undefined ? undefined : JSON.stringify(kept)
      setting.set(text)
      return setting.get() === text
    },
    send: (id, operations) =>
      call(databaseChanges.save, { params: { ref }, body: { id, operations } }),
    makeId: () => crypto.randomUUID(),
  })
  queues.set(setting.key, queue)
  return queue
}

/** What this browser wrote itself; anything else is no queue. */
function parse(text: string | undefined): KeptQueue | undefined {
  if (text === undefined) return undefined
  try {
    const kept = JSON.parse(text) as Partial<KeptQueue>
    return Array.isArray(kept.rows) ? { rows: kept.rows, sent: kept.sent ?? null } : undefined
  } catch {
    return undefined
  }
}
