import { join } from 'node:path'

import { EngineError } from '@basalt/engine'

import { type ClusterHome, homeAt } from './cluster-home.ts'

export const isProjectRef = (name: string): boolean => /^[a-z0-9]{1,40}$/.test(name)

/** @throws EngineError `unknown-project` for a text that cannot be a project's ref. */
export function projectHome(clustersDir: string, ref: string): ClusterHome {
  // A ref becomes part of a path, so only names are accepted.
  if (!isProjectRef(ref)) throw unknownProject(ref)
  return homeAt(join(clustersDir, ref), ref)
}

export function unknownProject(ref: string): EngineError {
  return new EngineError('unknown-project', `There is no database for ${ref}.`)
}
