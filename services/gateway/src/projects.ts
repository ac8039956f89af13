/**
 * `available` its database should answer · `paused` it has to be restored first · `starting` it
 * answers soon · `unavailable` it needs its owner · `restricted` its organization used up its quota.
 */
export type ProjectState = 'available' | 'paused' | 'starting' | 'unavailable' | 'restricted'

export type GatewayProject = { ref: string; state: ProjectState }

/** Where the gateway looks up the project that an address names. */
export interface ProjectSource {
  /** Null for a ref that names no project, or one that was removed. */
  find(ref: string): Promise<GatewayProject | null>
}
