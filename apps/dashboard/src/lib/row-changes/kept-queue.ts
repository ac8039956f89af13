import type { Setting } from '../storage.ts'
import { ChangeQueue, type KeptQueue } from './change-queue.ts'
import { saveRows } from './save-rows.ts'

const queues = new Map<string, ChangeQueue>()

/** The queue of a project that a setting keeps; one for each, so that it outlives every page. */
export function keptQueue(setting: Setting<string | undefined>, ref: string): ChangeQueue {
  const known = queues.get(setting.key)
  if (known !== undefined) return known
  let last = setting.get()
  const queue: ChangeQueue = new ChangeQueue({
    read: () => parse(last),
    write: (kept) => {
      const text = kept === undefined ? undefined : JSON.stringify(kept)
      const before = last
      last = text
      if (text !== before) setting.set(text)
      last = setting.get()
      return last === text
    },
    news: () => {
      const text = setting.get()
      if (text === last) return null
      last = text
      return parse(text)
    },
    pauses: [400, 1500],
    send: (id, operations) => saveRows(ref, id, operations),
    makeId: () => crypto.randomUUID(),
  })
  setting.subscribe(() => queue.takeNews())
  queues.set(setting.key, queue)
  return queue
}

/** What this browser wrote itself; anything else is no queue. */
function parse(text: string | undefined): KeptQueue | undefined {
  if (text === undefined) return undefined
  try {
    const kept = JSON.parse(text) as Partial<KeptQueue>
    return Array.isArray(kept.rows) ? { rows: kept.rows, sent: kept.sent ?? [] } : undefined
  } catch {
    return undefined
  }
}
