export { claimsOfUser } from './application-user.ts'
export {
  type PrivilegeChange,
  privilegeStatements,
  readColumnPrivileges,
  unmetChanges,
} from './column-privileges.ts'
export { type ColumnRow, findKey, listColumns } from './columns.ts'
export { readNameCatalog } from './completion/read-catalog.ts'
export { tableDefinition, writeSchemaDefinition } from './definition/definition.ts'
export { getProtection } from './definition/protection.ts'
export { readStructure } from './definition/structure.ts'
export { type ExportableTable, listExportable } from './export/sizes.ts'
export { exportRows, type RowExport } from './export/row-export.ts'
export { exportSql } from './export/sql.ts'
export { ImportFile } from './import/import-file.ts'
export { ImportError, type ImportPlan, planImport, qualifiedName } from './import/import-plan.ts'
export { createTable, type NewTable, newTableStatements } from './import/new-table.ts'
export { rememberImport } from './import/remember-import.ts'
export { type RejectedRow, TableImport } from './import/table-import.ts'
export { listChildTablesFor } from './child-tables.ts'
export { hasChildTables } from './row-names.ts'
export { listMigrations, recordMigration } from './migrations.ts'
export { readExtensionOutlines } from './outline/extensions.ts'
export { readPolicyOutlines } from './outline/policies.ts'
export { readTableOutlines, type TableOutline } from './outline/tables.ts'
export { setReadOnlyLogins } from './read-only.ts'
export { type PageRequest } from './rows/page-parts.ts'
export { readPage } from './rows/read-page.ts'
export { countRows, readCell } from './rows/read-rows.ts'
export { smallRowCounts } from './rows/row-counts.ts'
export { positionOfRow } from './rows/row-number.ts'
export { planView } from './rows/row-plan.ts'
export { RowError, type RowTarget } from './rows/row-target.ts'
export { findTarget } from './rows/find-target.ts'
export { binding, type RowView, viewConditions } from './rows/row-view.ts'
export { sendCell } from './cell-file.ts'
export { readCandidates } from './references.ts'
export { listRoles } from './roles.ts'
export { listSchemas } from './schemas.ts'
export { findTable, type LastTable, listTables } from './tables.ts'
export { traceFields } from './origins.ts'
export { nameTypes } from './types.ts'
export { listViewerRoles } from './viewer-roles.ts'
export {
  type HistoryRecord,
  recordHistory,
  type RecordedRow,
  type RecordedTable,
} from './history/record.ts'
export {
  addDesignReasons,
  type DesignChange,
  designToUndo,
  findDesignChange,
  noteRemaining,
  recordDesign,
  requireUnused,
} from './history/design-changes.ts'
export { findChange, findImport, listChangedRows, listHistory } from './history/read-history.ts'
export { listUnreported, noteReported } from './history/reports.ts'
export { readHistoryLimits, sweepHistory, writeHistoryLimits } from './history/storage.ts'
export { undoChange } from './history/undo.ts'
export { bringBack, type Position as Place, type TableRight } from './history/undo-new-table.ts'
export { countDependents } from './changes/dependents.ts'
export type { RowOperation } from './changes/operations.ts'
export { previewStatements } from './changes/preview.ts'
export type { SaveLimits } from './changes/save-size.ts'
export { saveChange } from './changes/save.ts'
export { ShapeCache } from './changes/shape.ts'
export { type Blocker, listBlockers } from './sessions/blockers.ts'
export {
  hasWritten,
  reportHeld,
  type WrittenBefore,
  writtenBefore,
} from './sessions/held-report.ts'
export { storedBySession } from './sessions/stores-changes.ts'
export { getRewritten, tableSizes, getExisting } from './sessions/table-sizes.ts'
export { alterSteps } from './table-definition/alter-table.ts'
export type { Alteration } from './table-definition/alteration.ts'
export { createSteps } from './table-definition/create-table.ts'
export { listDataTypes } from './table-definition/data-types.ts'
export {
  hasSequences,
  childTables,
  listDependents,
  referringTables,
} from './table-definition/dependents.ts'
export { DesignError } from './table-definition/design.ts'
export {
  dropSteps,
  duplicateSteps,
  enableRlsSteps,
  type IndexDesign,
  indexSteps,
  refreshSteps,
  shownSteps,
  truncateSteps,
  viewSteps,
} from './table-definition/other-changes.ts'
export { probeOn } from './table-definition/probe.ts'
export { readDesign } from './table-definition/read-design.ts'
export { readView } from './table-definition/read-view.ts'
export {
  inLockedTransaction,
  LockedError,
  PartlyDoneError,
  runSteps,
} from './table-definition/run-steps.ts'
export type { Step } from './table-definition/steps.ts'
export { findInvalidRows, findViolations } from './table-definition/violations.ts'
export {
  canReturn,
  carryOutDrop,
  onlyForGood,
  planDrop,
  type TrashPlan,
} from './trash/drop-to-trash.ts'
export { emptyEntry, ensureTrash, listTrash, overdue, type TrashEntry } from './trash/storage.ts'
export { defaultRules } from './literal-rules.ts'
