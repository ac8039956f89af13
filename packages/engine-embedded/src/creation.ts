import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'

import { EngineError } from '@basalt/engine'

import { type ClusterHome, homeAt } from './cluster-home.ts'
import { makePrivateDirectory, removeTree } from './copy-tree.ts'
import {
  clearMark,
  removeEmptyTree,
  removeLeftover,
  unfinishedDir,
  writeMark,
} from './leftovers.ts'
import { operatingUser } from './operating-user.ts'
import type { EmbeddedOptions } from './options.ts'
import type { Place } from './place.ts'
import { controlRole, dashboardRole, ownerRole } from './roles.ts'

/** The labels under which a cluster's passwords are derived. */
export function passwordLabel(role: string, ref: string): string {
  return `postgres/${ref}/${role}`
}

/**
 * Writes a new stopped cluster. It is built in a temporary directory and renamed when complete, so
 * an interruption leaves no partial cluster, only a marked leftover. Files that cannot be proved to
 * be such a leftover are never removed.
 *
 * @throws EngineError `create-failed` with a reason fit for a user.
 */
export async function createCluster(
  place: Place,
  home: ClusterHome,
  options: EmbeddedOptions & { ownerPassword: string },
): Promise<void> {
  if (!(await removeEmptyTree(home.dir))) {
    throw new EngineError('create-failed', `A database for ${home.ref} already exists.`)
  }
  await removeLeftover(home.dir, 'creation')
  const partial = homeAt(unfinishedDir(home.dir, 'creation'), home.ref)
  try {
    await makePrivateDirectory(partial.dir, operatingUser())
    await writeMark(partial.dir, 'creation', home.dir)
    const derived = [controlRole, dashboardRole].map(
      (role) => [role, options.secretFor(passwordLabel(role, home.ref))] as const,
    )
    const passwords = new Map([[ownerRole, options.ownerPassword], ...derived])
    await place.template.copyTo(partial.data, passwords)
    await place.ports.assign(partial, { major: place.manifest.major })
    await rename(partial.dir, home.dir)
    // The mark has no effect once there is a record, so removing it is not awaited.
    clearMark(home.dir, 'creation').catch(() => {})
    writeThrough(place, home, options)
  } catch (error) {
    await removeTree(partial.dir).catch(() => {})
    throw createFailure(error)
  }
}

/** Takes about a second and is not awaited: only a power failure within it could lose the copy. */
function writeThrough(place: Place, { ref, data }: ClusterHome, { log }: EmbeddedOptions): void {
  place.template.writeThrough(data).catch((error: Error) => {
    log?.({
      level: 'warn',
      message: `The cluster could not be flushed to the disk: ${error.message}`,
      ref,
    })
  })
}

/**
 * Deletes a stopped cluster and the leftovers of an interrupted creation or removal. Only for
 * explicit requests: nothing is verified here.
 */
export async function removeCluster(home: ClusterHome): Promise<void> {
  const removed = unfinishedDir(home.dir, 'removal')
  await removeTree(removed)
  if (existsSync(home.dir)) {
    // A full disk has no room for the mark, and deleting is how it gets some.
    await writeMark(home.dir, 'removal', home.dir).catch(() => {})
    // Moved away first: a removal that is interrupted leaves no half cluster that would start.
    await rename(home.dir, removed)
  }
  await removeTree(removed)
  await removeTree(unfinishedDir(home.dir, 'creation'))
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the data directory is not writable',
  EPERM: 'the data directory is not writable',
  EROFS: 'the data directory is read-only',
}

/** @returns the error as `create-failed`, with a reason fit for a user. */
export function createFailure(error: unknown): EngineError {
  if (error instanceof EngineError && error.kind === 'create-failed') return error
  const { code, message } = error as NodeJS.ErrnoException
  const full = /no space left/i.test(message) ? reasons['ENOSPC'] : undefined
  const reason = reasons[code ?? ''] ?? full ?? message
  return new EngineError('create-failed', `The database could not be created: ${reason}.`, {
    cause: error,
  })
}
