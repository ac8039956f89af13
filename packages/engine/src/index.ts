export { EngineError, type EngineErrorKind, type SqlFailure } from './errors.ts'
export type { ByteBudget, ReadingLimits } from './limits.ts'
export type {
  ClusterLimits,
  ClusterState,
  ClusterUsage,
  ConnectionInfo,
  DatabaseActor,
  DatabaseRole,
  DatabaseSession,
  EngineEvent,
  EngineFeature,
  EngineManifest,
  Health,
  Placement,
  ProjectDatabase,
  ProjectEngine,
  Queryable,
  QueryOptions,
  RunListener,
  Snapshot,
  TextField,
  TextResult,
} from './port.ts'
