import type { Setting } from '../../lib/storage/storage.ts'
import { ChangeQueue, type StoredQueue } from './change-queue.ts'
import { saveRows } from './save-rows.ts'
import { packed, unpacked } from './stored-actions.ts'

const queues = new Map<string, ChangeQueue>()

/** The queue of a project stored in a setting; one for each, which outlives every page. */
export function storedQueue(setting: Setting<string | undefined>, ref: string): ChangeQueue {
  const known = queues.get(setting.key)
  if (known !== undefined) return known
  let last = setting.get()
  const write = (kept: StoredQueue | undefined): boolean => {
    const text = kept && packed(kept)
    const before = last
    last = text
    if (text !== before) setting.set(text)
    last = setting.get()
    return last === text
  }
  const queue: ChangeQueue = new ChangeQueue({
    read: () => unpacked(last),
    // Without space for the steps, the rows themselves are stored.
    write: (kept) =>
      write(kept) || (kept?.acts !== undefined && write({ ...kept, acts: undefined })),
    readNewer: () => {
      const text = setting.get()
      if (text === last) return null
      last = text
      return unpacked(text)
    },
    pauses: [400, 1500],
    send: (id, operations) => saveRows(ref, id, operations),
    makeId: () => crypto.randomUUID(),
  })
  setting.subscribe(() => queue.takeChanges())
  queues.set(setting.key, queue)
  return queue
}
