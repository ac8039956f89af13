export { claimsOfUser } from './application-user.ts'
export { sendCell } from './cell-file.ts'
export { type MadeTable, readMade, whatChanged } from './change-log/made-table.ts'
export {
  findChange,
  findImport,
  type HistoryChange,
  lastOfLine,
  listChangedRows,
  listHistory,
} from './change-log/read-history.ts'
export { maxRecordedKeys, recordHistory, undoingKind, writeRecord } from './change-log/record.ts'
export { listUnreported, noteReported } from './change-log/reports.ts'
export {
  ensureHistory,
  hasHistory,
  readHistoryLimits,
  sweepHistory,
  writeHistoryLimits,
} from './change-log/storage.ts'
export { savedBefore, type StoredOutcome } from './change-log/stored.ts'
export {
  listFiles,
  readTransactions,
  whyStrange,
  writeTransactions,
  type WritingTransactions,
} from './change-log/transactions.ts'
export { ChangeRun, unnamedRows } from './changes/change-run.ts'
export { countDependents } from './changes/dependents.ts'
export { previewStatements } from './changes/preview.ts'
export { ignoredBy, isSqlRefusal, type Refusal } from './changes/refusal.ts'
export { type SaveLimits, SaveSize } from './changes/save-size.ts'
export { type ChangeOutcome, saveChange } from './changes/save.ts'
export { type Image, readByKeys } from './changes/statements.ts'
export { insertStatements } from './export/insert-statements.ts'
export { exportRows, type RowExport } from './export/row-export.ts'
export { type Sending, settleFormats } from './export/rows.ts'
export { ImportFile } from './import/import-file.ts'
export {
  ImportError,
  type ImportPlan,
  type ImportRequest,
  planImport,
} from './import/import-plan.ts'
export { createTable, newTableStatements } from './import/new-table.ts'
export { rememberImport } from './import/remember-import.ts'
export { TableImport } from './import/table-import.ts'
export { readCandidates } from './references.ts'
export { findTarget } from './rows/find-target.ts'
export type { PageRequest } from './rows/page-parts.ts'
export { readPage } from './rows/read-page.ts'
export { countRows, readCell } from './rows/read-rows.ts'
export { smallRowCounts } from './rows/row-counts.ts'
export { positionOfRow } from './rows/row-number.ts'
export { planView } from './rows/row-plan.ts'
export { RowError, type RowTarget } from './rows/row-target.ts'
export {
  ownRows,
  printedValue,
  type Referrer,
  ShapeCache,
  tableName,
  type TableShape,
} from './rows/table-shape.ts'
