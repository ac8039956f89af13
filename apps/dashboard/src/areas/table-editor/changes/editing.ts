import { getQueue } from '../tables/table-queue.ts'
import { getOverlay } from './overlay.ts'
import { stagedActions } from './staged-actions.ts'

/** Everything of the queue of changes that the grid needs, in one part that is loaded later. */
export const editing = { getQueue, getOverlay, stagedActions }

export type Editing = typeof editing
