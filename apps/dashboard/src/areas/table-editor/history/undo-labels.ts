import type { HistoryEntry } from '@basalt/contract/database/history'

/** An undo is redone instead of undone, so that undoing continues with older changes. */
export const undoLabels = ({ kind }: HistoryEntry) =>
  kind === 'undo'
    ? { act: 'Redo', done: 'Redone', failed: 'Redo failed' }
    : { act: 'Undo', done: 'Undone', failed: 'Undo failed' }
