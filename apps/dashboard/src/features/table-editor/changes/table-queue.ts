import type { ChangeQueue } from '../../../lib/row-changes/change-queue.ts'
import { keptQueue } from '../../../lib/row-changes/kept-queue.ts'
import { storage } from '../../../lib/storage.ts'

type Place = { user: string; ref: string; table: { id: number } }

/** The queue of a table. */
export function queueOf({ user, ref, table }: Place): ChangeQueue {
  storage.unendedEdits(user, ref, table.id).remove()
  return keptQueue(storage.stagedRows(user, ref, table.id), ref)
}
