export type { NameCatalog, TableSort, ViewerRoles } from './catalog.ts'
export type { HistoryRow, UndoConflict } from './history.ts'
export type { IndexDefinition, IndexKey } from './objects/database-index.ts'
export type { EventTriggerDesign } from './objects/event-trigger.ts'
export type { FunctionArgument, FunctionDesign } from './objects/function.ts'
export type { MaterializedViewDesign } from './objects/materialized-view.ts'
export type { PolicyDesign } from './objects/policy.ts'
export type { PublicationDesign, PublishedTable } from './objects/publication.ts'
export type { RoleDesign, RoleMembership, RoleSetting } from './objects/role.ts'
export type { SequenceDesign } from './objects/sequence.ts'
export type { TriggerDesign, TriggerEvent } from './objects/trigger.ts'
export type { CompositeAttribute, DomainCheck, TypeDesign } from './objects/type.ts'
export type { ViewObjectDesign } from './objects/view.ts'
export type { PolicyGains, RoleGains } from './policy-gains.ts'
export type {
  FilterCondition,
  FilterGroup,
  FilterOperator,
  RowView,
  RowViewer,
  SortKey,
} from './row-view.ts'
export type { RowFormat, RowOperation, RowPlan, SuggestedIndex } from './rows.ts'
export type {
  ChangedColumn,
  ChangedDesign,
  ColumnDefault,
  ColumnDesign,
  ForeignKeyAction,
  ForeignKeyColumns,
  ForeignKeyDesign,
  IndexDesign,
  TableDesign,
  ViewDesign,
} from './table-design.ts'
