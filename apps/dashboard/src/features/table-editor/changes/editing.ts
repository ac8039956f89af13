import { overlayOf } from './overlay.ts'
import { stagedActs } from './staged-acts.ts'
import { queueOf } from './table-queue.ts'

/** Everything of the queue of changes that the grid needs, in one part that is loaded later. */
export const editing = { queueOf, overlayOf, stagedActs }

export type Editing = typeof editing
