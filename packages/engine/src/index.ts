export { EngineError, type EngineErrorKind, type SqlFailure } from './errors.ts'
export {
  askAgainMs,
  type ByteBudget,
  timeoutMs,
  type ReadingLimits,
  takeWhenFree,
} from './limits.ts'
export { isVerifierOf, scramVerifier } from './scram.ts'
export type {
  ClusterLimits,
  ClusterState,
  ClusterUsage,
  ConnectionInfo,
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
  Snapshot,
  TextField,
  TextResult,
} from './port.ts'
