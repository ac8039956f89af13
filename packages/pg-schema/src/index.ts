export { tableDefinition, writeSchemaDefinition } from './definition/definition.ts'
export { getProtection } from './definition/protection.ts'
export { alterSteps } from './designs/alter-table.ts'
export type { Alteration } from './designs/alteration.ts'
export { createSteps } from './designs/create-table.ts'
export { DesignError } from './designs/design.ts'
export { instant } from './designs/locks.ts'
export {
  dropSteps,
  duplicateSteps,
  enableRlsSteps,
  indexSteps,
  refreshSteps,
  shownSteps,
  truncateSteps,
  viewSteps,
} from './designs/other-changes.ts'
export { probeOn } from './designs/probe.ts'
export { type DesignedTable, readDesign } from './designs/read-design.ts'
export { readView } from './designs/read-view.ts'
export { inRolledBackTransaction } from './designs/rolled-back.ts'
export {
  inLockedSnapshot,
  inLockedTransaction,
  inLockedTrial,
  LockedError,
  PartlyDoneError,
  runSteps,
} from './designs/run-steps.ts'
export { type Step, step, tableName, toRecordedSql, toSql } from './designs/steps.ts'
export { findInvalidRows, findViolations } from './designs/violations.ts'
export { listExportable } from './export/sizes.ts'
export { exportSql } from './export/sql.ts'
export { type ExtensionChange, planExtensionChange } from './extensions/plan-extension.ts'
export {
  findExtensionId,
  readExtensions,
  readExtensionVersions,
} from './extensions/read-extensions.ts'
export type { JobMemory } from './index-jobs/index-job.ts'
export { readJobProgress } from './index-jobs/job-lock.ts'
export { findIndexById, findIndexByName } from './index-jobs/leftovers.ts'
export { probeIndex } from './index-jobs/probe-index.ts'
export { type IndexWork, runIndexJob } from './index-jobs/run-index-job.ts'
export { listMigrations, recordChange, recordMigration, toMigrationName } from './migrations.ts'
export { findFault } from './objects/find-fault.ts'
export { eventTriggers } from './objects/kinds/event-triggers.ts'
export { functions } from './objects/kinds/functions/functions.ts'
export { indexes } from './objects/kinds/indexes/indexes.ts'
export { policies } from './objects/kinds/policies.ts'
export { publications } from './objects/kinds/publications.ts'
export { roles } from './objects/kinds/roles/roles.ts'
export { sequences } from './objects/kinds/sequences.ts'
export { triggers } from './objects/kinds/triggers/triggers.ts'
export { types } from './objects/kinds/types/types.ts'
export { materializedViews } from './objects/kinds/views/materialized-views.ts'
export { views } from './objects/kinds/views/views.ts'
export { readDependencyGraph } from './objects/dependency-graph.ts'
export { findObject, findRestrictions, listObjects } from './objects/list-objects.ts'
export {
  type AnyKind,
  asAnyKind,
  type ObjectChange,
  type ObjectDesign,
  type ObjectKind,
} from './objects/object-kind.ts'
export {
  listWarnings,
  ObjectConflict,
  ObjectMissing,
  planObjectChange,
  readObjectDesign,
  writeDefinition,
} from './objects/plan-object.ts'
export { prepareReverse } from './objects/reverse-change.ts'
export { listDependencies, listDependentObjects } from './objects/related.ts'
export { findBehind } from './objects/sequence-position.ts'
export { findRefused } from './objects/scripts/refuse-statement.ts'
export { reverseScript } from './objects/scripts/reverse-script.ts'
export {
  functionScripts,
  policyScripts,
  type ScriptKind,
  triggerScripts,
} from './objects/scripts/script-kinds.ts'
export {
  type Effect,
  isInterrupted,
  ScriptError,
  subjectOf,
  tryScript,
} from './objects/scripts/try-script.ts'
export { writeScript } from './objects/scripts/write-script.ts'
export { compareRows } from './policies/gains/compare-rows.ts'
export type { PolicyTest, PolicyTestResult } from './policies/policy-test.ts'
export { runPolicyTest } from './policies/run-policy-test.ts'
export {
  deleteSavedTest,
  listSavedTests,
  runSavedTests,
  savePolicyTest,
} from './policies/saved/saved-tests.ts'
export { searchObjects } from './objects/search-objects.ts'
