export { EngineError, type EngineErrorKind, type SqlFailure } from './errors.ts'
export {
  askAgainMs,
  type ByteBudget,
  timeoutMs,
  type ReadingLimits,
  takeWhenFree,
} from './limits.ts'
export type { DatabaseLogEntry, DatabaseLogPart } from './log-entry.ts'
export { isOwnStatement, markOwn } from './own-statement.ts'
export { isVerifierOf, scramVerifier } from './scram.ts'
export type {
  ClusterCopy,
  ClusterLimits,
  ClusterState,
  ClusterUsage,
  ConnectionInfo,
  CopyOptions,
  DatabaseActor,
  DatabaseRole,
  DatabaseSession,
  EngineEvent,
  EngineFeature,
  EngineManifest,
  ForeignServer,
  ForeignServerChange,
  Health,
  Placement,
  ProcessUsage,
  ProjectDatabase,
  ProjectEngine,
  Queryable,
  QueryOptions,
  RunListener,
  StatementStatistics,
  Snapshot,
  TextField,
  TextResult,
} from './port.ts'
