export { EngineError, type EngineErrorKind, type SqlFailure } from './errors.ts'
export {
  askAgainMs,
  type ByteBudget,
  timeoutMs,
  type ReadingLimits,
  takeWhenFree,
} from './limits.ts'
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
  DatabaseLogEntry,
  DatabaseLogPart,
  DatabaseRole,
  DatabaseSession,
  EngineEvent,
  EngineFeature,
  EngineManifest,
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
