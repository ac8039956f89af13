export { attachedEngine, findCluster } from './attached-engine.ts'
export { DirectoryLockedError, lockDataDirectory } from './directory-lock.ts'
export {
  embeddedCluster,
  type EmbeddedCluster,
  type EmbeddedClusterOptions,
} from './embedded-cluster.ts'
export { embeddedEngine } from './embedded-engine.ts'
export { reachableByPostgres } from './operating-user.ts'
export type { EmbeddedOptions, LogEntry } from './options.ts'
/** For connections to the cluster of the control plane, which it opens itself. */
export { limitedClient } from '@basalt/pg-connection'
