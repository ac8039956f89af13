import type { HistoryEntry } from '@basalt/contract/database/history'

/** An undo is not undone but done again, so that walking back goes on with the older changes. */
export const undoLabels = ({ kind }: HistoryEntry) =>
  kind === 'undo'
    ? { act: 'Redo', done: 'Redone', failed: 'Redo failed' }
    : { act: 'Undo', done: 'Undone', failed: 'Undo failed' }
