import type { TableDetail } from '@basalt/contract'

import type { ChangeQueue } from './change-queue.ts'
import { overlayOf } from './overlay.ts'
import { operationsOf, withCell, withDeletes, withInserts, withNewValue } from './staged-rows.ts'
import { queueOf } from './table-queue.ts'

/** Everything of the queue of changes that the grid needs, in one part that is loaded later. */
export const editing = {
  queueOf,
  overlayOf,
  withCell,
  withDeletes,
  withInserts,
  withNewValue,
  save: (queue: ChangeQueue, table: TableDetail) => queue.save((rows) => operationsOf(rows, table)),
}

export type Editing = typeof editing
