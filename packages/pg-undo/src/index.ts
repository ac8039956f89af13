export {
  addDesignReasons,
  type DesignChange,
  designToUndo,
  findDesignChange,
  noteRemaining,
  recordDesign,
  requireUnused,
} from './history/design-changes.ts'
export { bringBack, type Position as Place, type TableRight } from './history/undo-new-table.ts'
export { undoChange } from './history/undo.ts'
export {
  canReturn,
  carryOutDrop,
  onlyForGood,
  planDrop,
  type TrashPlan,
} from './trash/drop-to-trash.ts'
export { emptyEntry, ensureTrash, listTrash, overdue, type TrashEntry } from './trash/storage.ts'
