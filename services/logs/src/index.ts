export {
  type DroppedRows,
  type DropReason,
  type FacetCount,
  type FilterField,
  filterFields,
  type HistogramBucket,
  type LogBatch,
  type LogFilter,
  type LogPage,
  type LogPosition,
  type LogRange,
  type LogStore,
  LogStoreError,
  type PageOptions,
  type PatternCount,
  type QueuedRow,
  type RequestBucket,
} from './port/log-store.ts'
export {
  type ExplorerEnd,
  type ExplorerFailure,
  type ExplorerField,
  type ExplorerQuery,
  type LogExplorer,
  LogExplorerError,
} from './port/log-explorer.ts'
export { allowedFunctions, explorerRelations, ownFunctions } from './explorer/allowed-names.ts'
export { type QueryRefusal, refuseQuery } from './explorer/allowed-query.ts'
export { dialectHint } from './explorer/dialect-hints.ts'
export { type LogLevel, logLevels, levelRank } from './rows/levels.ts'
export { redactStatement } from './redact/redact-statement.ts'
export { redactQuotes, redactText } from './redact/redact-text.ts'
export type { Json, LogFields, LogRow, NewLogRow } from './rows/log-row.ts'
export { patternOf, templateOf } from './rows/pattern.ts'
export { type LogSource, logSources } from './rows/sources.ts'
export { logMigrations } from './postgres/migrations.ts'
export type { ClickHouse } from './clickhouse/click-house.ts'
export { clickHouseLogStore } from './clickhouse/click-house-log-store.ts'
export { clickHouseLogExplorer } from './clickhouse/explorer/click-house-log-explorer.ts'
export { clickHouseServer } from './clickhouse/click-house-server.ts'
export { readerRole } from './postgres/explorer/reader-roles.ts'
export { systemLogExplorer } from './postgres/explorer/system-log-explorer.ts'
export { systemLogStore } from './postgres/system-log-store.ts'
export { LogWriter } from './writer/log-writer.ts'
