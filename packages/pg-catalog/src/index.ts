export {
  type AdvisorFinding,
  type FindingLevel,
  type UncheckedReason,
  type UncheckedRule,
} from './advisors/rule.ts'
export { advisorRules } from './advisors/rules.ts'
export { type AdvisorRun, findingsPerRule, runAdvisors } from './advisors/run-advisors.ts'
export { listDiskUsage } from './activity/disk-usage.ts'
export { type ClusterCounters, readCounters } from './activity/counters.ts'
export {
  type ReadStatements,
  readStatements,
  readStatementTexts,
  type StatementCounters,
} from './activity/statements.ts'
export { findSlowestStatement, readOverview, readWalBytes } from './activity/overview.ts'
export { listParameters, parameterStatement } from './activity/parameters.ts'
export { listReplicationSlots } from './activity/replication-slots.ts'
export { listActivity, signalSession } from './activity/sessions.ts'
export { listChildTables, listChildTablesFor } from './child-tables.ts'
export {
  type PrivilegeChange,
  privilegeStatements,
  readColumnPrivileges,
  unmetChanges,
} from './column-privileges.ts'
export {
  type ColumnRow,
  findKey,
  getKey,
  getOwnKey,
  keyQuery,
  kindExpression,
  listColumns,
} from './columns.ts'
export { createOnce } from './create-once.ts'
export { readDiagram } from './diagram.ts'
export { listDataTypes } from './data-types.ts'
export {
  childTables,
  type DependentKind,
  type DependentRow,
  hasSequences,
  listDependents,
  referringTables,
} from './dependents.ts'
export { defaultRules } from './literal-rules.ts'
export { traceFields } from './origins.ts'
export { readExtensionOutlines } from './outline/extensions.ts'
export { readPolicyOutlines } from './outline/policies.ts'
export { readTableOutlines, type TableOutline } from './outline/tables.ts'
export { ownSchema, trashSchema } from './schemas/own-schemas.ts'
export { readNameCatalog } from './read-catalog.ts'
export { setReadOnlyLogins } from './read-only.ts'
export { listRoles } from './roles.ts'
export {
  hasChildTables,
  isAddressedByCtid,
  isSystemColumn,
  plainKey,
  rowColumns,
  rowNumbers,
  systemType,
} from './row-names.ts'
export { listSchemas } from './schemas/schemas.ts'
export { type Blocker, listBlockers } from './sessions/blockers.ts'
export {
  hasWritten,
  reportHeld,
  type WrittenBefore,
  writtenBefore,
} from './sessions/held-report.ts'
export { storedBySession } from './sessions/stores-changes.ts'
export { getExisting, getRewritten, tableSizes } from './sessions/table-sizes.ts'
export { readStructure } from './structure.ts'
export { findTable, type LastTable, listTables, type TableRow } from './tables.ts'
export { nameTypes } from './types.ts'
export { listViewerRoles } from './viewer-roles.ts'
export {
  findBloatedIndexes,
  findDuplicateIndexes,
  findUnusedIndexes,
  type IndexFinding,
  maxIndexFindings,
  readIndexStatistics,
} from './index-advice/existing-indexes.ts'
export { findMissingIndexes, type MissingIndex } from './index-advice/missing-indexes.ts'
export { chooseValues, type ParameterValues } from './index-advice/parameter-values.ts'
export { flatten } from './index-advice/plan-needs.ts'
export {
  explainExecute,
  inReadOnly,
  type PlannedStatement,
  planStatements,
} from './index-advice/plan-statement.ts'
