export {
  type PrivilegeChange,
  privilegeStatements,
  readColumnPrivileges,
  unmetChanges,
} from './column-privileges.ts'
export { type ColumnRow, findKey, listColumns } from './columns.ts'
export { exportCsv } from './export/csv.ts'
export { type ExportableTable, listExportable } from './export/sizes.ts'
export { exportSql } from './export/sql.ts'
export { setReadOnlyLogins } from './read-only.ts'
export { deleteRows, insertRow, updateRow } from './rows.ts'
export { countRows, type PageRequest, readCell, readPage } from './rows/read-rows.ts'
export { placeOfRow } from './rows/row-number.ts'
export { planView } from './rows/row-plan.ts'
export { RowError, type RowTarget } from './rows/row-target.ts'
export { binding, type RowView, viewConditions } from './rows/row-view.ts'
export { sendCell } from './cell-file.ts'
export { readCandidates } from './references.ts'
export { listRoles } from './roles.ts'
export { listSchemas } from './schemas.ts'
export { findTable, listTables } from './tables.ts'
export { nameTypes } from './types.ts'
export { listViewerRoles } from './viewer-roles.ts'
export {
  type HistoryRecord,
  mostRecordedKeys,
  recordHistory,
  type RecordedRow,
  type RecordedTable,
} from './history/record.ts'
export { findChange, listChangedRows, listHistory } from './history/read-history.ts'
export { readHistoryLimits, sweepHistory, writeHistoryLimits } from './history/storage.ts'
export { undoChange } from './history/undo.ts'
export { countDependents } from './changes/dependents.ts'
export type { RowOperation } from './changes/operations.ts'
export { previewStatements } from './changes/preview.ts'
export { saveChange } from './changes/save.ts'
export { ShapeCache } from './changes/shape.ts'
