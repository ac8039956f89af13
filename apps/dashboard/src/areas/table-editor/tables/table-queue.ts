import { storage } from '../../../lib/storage/storage.ts'
import type { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { storedQueue } from '../../../product/row-changes/stored-queue.ts'

type Scope = { user: string; ref: string; table: { id: number } }

/** The queue of a table. */
export function getQueue({ user, ref, table }: Scope): ChangeQueue {
  storage.unendedEdits(user, ref, table.id).remove()
  return storedQueue(storage.stagedRows(user, ref, table.id), ref)
}
